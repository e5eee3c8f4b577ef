import { sql } from 'kysely'
import type { Admission, AdmissionContext, ReportedLine } from '#core/payments/server/public.ts'
import { PORTAL } from '#core/payments/server/public.ts'
import { localDate, showDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import { moneyText, parseMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { depositErrors } from '../../contract/deposit-errors.ts'
import type { DepositKind, DepositReport } from '../../contract/service.ts'
import { type Debtor, freeOf, lockDebtors, lockOwed, type OwedItem, sumOf } from './owed.ts'

type Line = ReportedLine<DepositReport>
export type Own = { kind: DepositKind; courierCode: string; courierName: string; itemCount: number; surplus: string; paper: string | null }

/** What `stored` needs of a report. */
export interface Follow {
  courier: Debtor
  tillAccountId: string | null
  /** Codes. */
  items: readonly string[]
  paper: string | null
}

/** Which channel a kind comes through. */
const CHANNELS: Record<DepositKind, string> = { CASH: 'COUNTER', WALLET: 'WALLET', QR: 'QR', TKTT: 'BANK' }

/** The deposit code that an account belongs to: the postman by his code, and the day it may be paid by. */
interface CreditedCode {
  courier: string
  day: string
}

interface Known {
  portal: string | undefined
  debtors: ReadonlyMap<string, Debtor>
  /** Deposit codes by their accounts. */
  codes: ReadonlyMap<string, CreditedCode>
  today: string
  tills: ReadonlyMap<string, { accountId: string; unitName: string }>
  units: ReadonlyMap<string, string>
  owed: readonly OwedItem[]
  /** Bank slips that are being sent to their banks: code and bank. */
  slips: ReadonlySet<string>
}

/**
 * Which deposits may be stored. Money that has come is taken whatever it is for, as long as its postman is known; what asks to begin is held to what the
 * postman owes. Postmen and items stay locked until the deposits are stored.
 */
export async function admit(lines: readonly Line[], { tx, now }: AdmissionContext): Promise<(AppError | Admission<Own>)[]> {
  const codes = await codesOf(
    tx,
    lines.flatMap(({ facts }) => facts.account ?? []),
  )
  const couriers = await lockDebtors(tx, {
    codes: [...lines.flatMap(({ facts }) => facts.courier ?? []), ...[...codes.values()].map(({ courier }) => courier)],
  })
  const owed = await lockOwed(tx, { couriers: couriers.map(({ id }) => id), codes: lines.flatMap(({ facts }) => facts.items ?? []) })
  const portal = await tx.selectFrom('organisation.partner').select('id').where('code', '=', PORTAL).executeTakeFirst()
  const known: Known = {
    portal: portal?.id,
    debtors: new Map(couriers.map((courier) => [courier.code, courier])),
    codes,
    today: localDate(now),
    tills: await tillsOf(tx, lines),
    units: await unitNames(
      tx,
      couriers.map(({ unitId }) => unitId),
    ),
    owed,
    slips: await slipsOf(tx, lines),
  }
  return lines.map((line) => admitOne(line, known))
}

function admitOne(line: Line, known: Known): AppError | Admission<Own> {
  const { facts, partnerId, language, fact } = line
  const { kind, paper = null, items = [] } = facts
  const code = known.codes.get(facts.account ?? '')
  const named = facts.courier ?? code?.courier ?? ''
  const courier = known.debtors.get(named)
  const till = known.tills.get(facts.till ?? '')
  const unnamed = namingRefusal(line, code)
  if (unnamed) return unnamed
  if (!courier) return refusedField('courier', depositErrors.courierUnknown, language, { courier: named })
  if (facts.channel !== CHANNELS[kind]) return refusedField('channel', depositErrors.wrongChannel, language, { kind, channel: CHANNELS[kind] })
  // Cash in a till, and slips of a bank, are what people in the portal have seen.
  const typed = kind === 'CASH' ? paper !== null && partnerId === known.portal : kind === 'TKTT' ? known.slips.has(`${paper} ${partnerId}`) : true
  if (!typed || ((kind === 'WALLET' || kind === 'QR') && (paper !== null || facts.till !== undefined))) return new AppError(depositErrors.portalOnly)
  if (kind === 'CASH' && !till) return refusedField('till', depositErrors.tillUnknown, language, { till: facts.till ?? '' })
  // Money that has come by the code of another day is his all the same.
  if (!fact && code && code.day < known.today) return refusedField('account', depositErrors.codeExpired, language, { day: showDate(code.day) })
  const refused = fact ? undefined : refusalOf(line, courier, known.owed)
  if (refused) return refused
  const { headUnitId, provinceUnitId, districtUnitId, officeUnitId } = courier
  const { payer } = facts
  return {
    payer: { name: payer?.name ?? courier.name, ...(payer?.account && payer.bankBin ? { account: payer.account, bankBin: payer.bankBin } : {}) },
    payee: { name: till?.unitName ?? known.units.get(courier.unitId) ?? '' },
    memo: facts.memo,
    creditedAccount: facts.account,
    place: { headUnitId, provinceUnitId, districtUnitId, officeUnitId },
    own: { kind, courierCode: courier.code, courierName: courier.name, itemCount: 0, surplus: '0.00', paper },
    follow: { courier, tillAccountId: till?.accountId ?? null, items, paper } satisfies Follow,
  }
}

/** Whose deposit it is: by courier, or by the account of a code where it came by QR. */
function namingRefusal({ facts, language }: Line, code: CreditedCode | undefined): AppError | undefined {
  const { kind, courier, account } = facts
  const one = kind === 'QR' ? (courier === undefined) !== (account === undefined) : courier !== undefined && account === undefined
  if (!one) return refusedField(account === undefined || kind === 'QR' ? 'courier' : 'account', depositErrors.courierOrAccount, language)
  return account !== undefined && !code ? refusedField('account', depositErrors.accountUnknown, language, { account }) : undefined
}

/** Why a deposit that is only to begin is not taken; one that is has its items before the next of the same group. */
function refusalOf({ facts, language }: Pick<Line, 'facts' | 'language'>, courier: Debtor, owed: readonly OwedItem[]): AppError | undefined {
  const { items = [], amount, externalRef, paper = externalRef } = facts
  const refused = depositRefusal({ courier, items, amount, paper }, owed)
  if (refused) return refusedField(refused.field, refused.error.definition, language, refused.error.params)
  for (const item of owed) if (items.includes(item.code)) item.claim = paper
  return undefined
}

/** What somebody wants to hand in. */
export interface Asked {
  courier: Pick<Debtor, 'id' | 'code'>
  /** Codes of the items that it is for; empty: the oldest due ones. */
  items: readonly string[]
  amount: string
  /** Of a hand-in whose items are claimed already. */
  paper: string | null
}

/** Why a deposit may not begin, with the field that is to blame. Pure. */
export function depositRefusal({ courier, items, amount, paper }: Asked, owed: readonly OwedItem[]): { field: string; error: AppError } | undefined {
  const byCode = new Map(owed.map((item) => [item.code, item]))
  const seen = new Set<string>()
  for (const code of items) {
    const error = itemRefusal(code, byCode.get(code), { courier, paper, seen })
    if (error) return { field: 'items', error }
    seen.add(code)
  }
  const free = sumOf(freeOf(owed, courier.id, paper))
  if (parseMoney(amount) <= free) return undefined
  return { field: 'amount', error: new AppError(depositErrors.overOwed, { amount: moneyText(parseMoney(amount)), owed: moneyText(free) }) }
}

function itemRefusal(
  code: string,
  item: OwedItem | undefined,
  { courier, paper, seen }: Pick<Asked, 'courier' | 'paper'> & { seen: ReadonlySet<string> },
): AppError | undefined {
  if (seen.has(code)) return new AppError(depositErrors.itemTwice, { item: code })
  if (!item) return new AppError(depositErrors.itemUnknown, { item: code })
  if (item.courierId !== courier.id) return new AppError(depositErrors.itemOfOther, { item: code, courier: courier.code })
  if (item.open === 0n) return new AppError(depositErrors.itemHandedIn, { item: code })
  return item.claim !== null && item.claim !== paper ? new AppError(depositErrors.itemUnderWay, { item: code, paper: item.claim }) : undefined
}

async function codesOf(tx: Tx, accounts: readonly string[]): Promise<Known['codes']> {
  if (accounts.length === 0) return new Map()
  const { rows } = await sql<CreditedCode & { account: string }>`
    select d.account_number as account, c.code as courier, d.business_date as day from cob.deposit_code d join cob.courier c on c.id = d.courier_id
    where d.account_number = any(${[...new Set(accounts)]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.account, row]))
}

async function tillsOf(tx: Tx, lines: readonly Line[]): Promise<Known['tills']> {
  const codes = lines.flatMap(({ facts }) => facts.till ?? [])
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ code: string; accountId: string; unitName: string }>`
    select h.code, h.account_id as "accountId", u.name as "unitName" from cash.holding h join organisation.unit u on u.id = h.unit_id
      left join cash.unit_state w on w.unit_id = h.unit_id
    where h.code = any(${codes}::text[]) and (h.kind = 'TILL' or h.kind = 'VAULT' and w.served_counter)`.execute(tx)
  return new Map(rows.map((till) => [till.code, till]))
}

async function slipsOf(tx: Tx, lines: readonly Line[]): Promise<ReadonlySet<string>> {
  const codes = lines.flatMap(({ facts }) => (facts.kind === 'TKTT' ? (facts.paper ?? []) : []))
  if (codes.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`
    select code || ' ' || bank_id as name from cob.bank_slip where code = any(${codes}::text[]) and transaction_id is null`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

async function unitNames(tx: Tx, ids: readonly string[]): Promise<Known['units']> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from organisation.unit where id = any(${[...new Set(ids)]}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
