import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { bankNameIn } from '#core/masterdata/server/public.ts'
import { MEMO_MAX, memoOf } from '#core/vietqr/contract/codec/memo.ts'
import { encodeVietQr } from '#core/vietqr/contract/codec/vietqr.ts'
import { drawAccountNumbers, posterPdf, qrPng, qrSvg } from '#core/vietqr/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { endOfDay, isoLocal, localDate, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { formatMoney, type Hundredths, moneyText, parseMoney, showMoney } from '#kernel/money.ts'
import { unaccented } from '#kernel/text.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { departureOf } from '#platform/server/http/departure.ts'
import type { CommandContext, Download, Registrar, RequestContext } from '#platform/server/module.ts'
import { PDF_TYPE } from '#platform/server/report/pdf.ts'
import { depositCodePicture, makeDepositCode, printDepositCode } from '../../contract/deposit-codes.ts'
import { depositErrors } from '../../contract/deposit-errors.ts'
import { assertSeen } from './hand-ins.ts'
import { type Debtor, freeOf, lockDebtors, lockOwed, sumOf } from './owed.ts'

export const DEPOSIT_CODE = 'cob.deposit_code'
const PNG_PX = 1_024

type Code = OutputOf<typeof makeDepositCode>

/** QR codes by which postmen hand in: one a postman and day, matched by the account that it names. */
export function registerDepositCodes(on: Registrar): void {
  on.command(makeDepositCode, make)
  on.download(depositCodePicture, picture)
  on.download(printDepositCode, print)
}

async function make({ courierId }: InputOf<typeof makeDepositCode>, ctx: CommandContext): Promise<Code> {
  const { tx, now, session } = ctx
  await assertSeen(ctx, courierId)
  // Locked, so that two who ask at once get one code.
  const [courier] = await lockDebtors(tx, { ids: [courierId] })
  if (!courier) throw new AppError(errors.notFound)
  // A code asks for whole đồng.
  const owed = sumOf(freeOf(await lockOwed(tx, { couriers: [courierId] }), courierId))
  const amount = owed - (owed % 100n)
  if (amount <= 0n) throw new AppError(depositErrors.nothingOwed, { courier: courier.code })
  const today = localDate(now)
  const known = await tx
    .selectFrom(DEPOSIT_CODE)
    .select(['id', 'account_number', 'bank_bin'])
    .where('courier_id', '=', courierId)
    .where('business_date', '=', today)
    .executeTakeFirst()
  const drawn = await drawAccountNumbers(tx, known ? 0 : 1)
  if (amount > BigInt(drawn.cap) * 100n) {
    throw new AppError(depositErrors.overCap, { courier: courier.code, amount: moneyText(amount), cap: moneyText(BigInt(drawn.cap) * 100n) })
  }
  const account = { number: known?.account_number ?? (drawn.numbers[0] as string), bank: known?.bank_bin ?? drawn.bank, cap: drawn.cap }
  const says = saysOf(courier, { amount, today, account })
  const changed = { amount: formatMoney(amount), ...says, updated_by: session.account, updated_at: now }
  const { id } = await tx
    .insertInto(DEPOSIT_CODE)
    .values({
      ...{ courier_id: courierId, business_date: today, account_number: account.number, bank_bin: account.bank },
      ...{ ...changed, created_by: session.account, created_at: now },
    })
    .onConflict((conflict) => conflict.columns(['courier_id', 'business_date']).doUpdateSet({ ...changed, version: sql<number>`cob.deposit_code.version + 1` }))
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.subject(DEPOSIT_CODE, id, { after: { courierCode: courier.code, accountNumber: account.number, amount: changed.amount, businessDate: today } })
  return shown(await codeOf(tx, id))
}

/** What the picture and the transfer say: 'NOP COD BT-010101 2911'. A long code of a postman gives way to the day, which tells the codes of one apart. */
function saysOf(
  { code }: Pick<Debtor, 'code'>,
  { amount, today, account }: { amount: Hundredths; today: string; account: { number: string; bank: string; cap: string } },
): { memo: string; payload: string } {
  const day = ` ${today.slice(8)}${today.slice(5, 7)}`
  const whole = memoOf(`NOP COD ${code}`)
  const memo = `${memoOf(whole.slice(0, MEMO_MAX - day.length))}${day}`
  const content = { kind: 'DYNAMIC' as const, service: 'ACCOUNT' as const, bankBin: account.bank, account: account.number, amount: String(amount / 100n), memo }
  return { memo, payload: encodeVietQr(content, { cap: account.cap }) }
}

interface Found extends Omit<Code, 'validUntil'> {
  courierId: string
  unitName: string | null
}

/** Throws SYS-404. */
async function codeOf(db: Queryable, id: string): Promise<Found> {
  const row = await db
    .selectFrom('cob.deposit_code as d')
    .innerJoin('cob.courier_directory as c', 'c.id', 'd.courier_id')
    .leftJoin('organisation.unit_directory as u', 'u.id', 'c.unit_id')
    .select(['d.id', 'd.courier_id as courierId', 'c.code as courierCode', 'c.name as courierName', 'u.name as unitName'])
    .select([
      'd.account_number as accountNumber',
      bankNameIn('d.bank_bin').as('bankName'),
      'd.amount',
      'd.memo',
      'd.business_date as businessDate',
      'd.payload',
    ])
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  const { courierCode, courierName, bankName } = row
  return { ...row, courierCode: courierCode ?? '', courierName: courierName ?? '', bankName: bankName ?? '' }
}

/** The last instant of its day: the first of the next one would be read as that day. */
const shown = ({ courierId: _courier, unitName: _unit, ...code }: Found): Code => ({
  ...code,
  validUntil: isoLocal(new Date(endOfDay(code.businessDate).getTime() - 1)),
})

/** A code of a postman whom the caller sees, as it is given away: remembered in the audit log. */
async function given(id: string, ctx: RequestContext, printed: string): Promise<Found> {
  const code = await codeOf(ctx.runtime.db, id)
  await assertSeen(ctx, code.courierId)
  const fact = { ...byUser(ctx.session.account, ctx), action: 'cob.depositCodePrinted', subjectType: DEPOSIT_CODE, subjectId: id, after: { printed } }
  await ctx.runtime.db.transaction().execute((tx) => ctx.runtime.audit.write(tx, fact))
  return code
}

const fileName = ({ courierCode, businessDate }: Found) => `QR ${courierCode} ${businessDate}`

async function picture({ id, format }: InputOf<typeof depositCodePicture>, ctx: RequestContext): Promise<Download> {
  const code = await given(id, ctx, format)
  const content = format === 'SVG' ? Buffer.from(qrSvg(code.payload)) : qrPng(code.payload, PNG_PX)
  const contentType = format === 'SVG' ? 'image/svg+xml' : 'image/png'
  return { name: `${fileName(code)}.${format.toLowerCase()}`, contentType, stream: Readable.from([content]), size: content.length }
}

async function print({ id }: InputOf<typeof printDepositCode>, ctx: RequestContext): Promise<Download> {
  const code = await given(id, ctx, 'POSTER_A6')
  const poster = {
    ...{ code: code.courierCode, merchantName: `Nộp tiền COD: ${code.courierName}`, address: code.courierCode, unitName: code.unitName ?? '' },
    ...{ bankName: code.bankName, account: code.accountNumber, accountName: unaccented(ctx.runtime.config.productTitle).toUpperCase() },
    ...{ amount: `${showMoney(formatMoney(parseMoney(code.amount)), 'vi', 0)} đ`, memo: code.memo, days: `Đến hết ngày ${showDate(code.businessDate)}` },
    payload: code.payload,
  }
  const file = { kind: 'POSTER_A6' as const, product: ctx.runtime.config.productTitle, title: fileName(code) }
  return { name: `${fileName(code)}.pdf`, contentType: PDF_TYPE, stream: posterPdf([poster], file, ctx.session.userId, departureOf(ctx.reply)) }
}
