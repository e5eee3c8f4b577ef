import { sql } from 'kysely'
import { moveSlips, slipStatusOf, writeSlips } from '#core/cash/server/public.ts'
import { codedText } from '#core/disbursement/server/public.ts'
import type { Accounts, FollowContext, Followed } from '#core/payments/server/public.ts'
import { claimLine, confirmLine, holdLine, type LinePayment, lockLines, releaseLine, unknownLine } from '#core/payouts/server/public.ts'
import { formatMoney, showMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { lineCode, lineOf } from '../../contract/payouts.ts'
import { payoutSlip } from '../../contract/slip-kinds.ts'
import { type Follow, sourceOf } from './admission.ts'

/** A slip of a line with where it was paid. */
export interface Paid {
  transactionId: string
  slipId: string
  lineId: string
  unitId: string
  tillId: string
  tillAccountId: string
  tellerStaffId: string
  teller: string
  /** The line follows it: it was owed, and the claim is this one's. */
  counts: boolean
}

export async function slipsOf(tx: Tx, transactionIds: readonly string[]): Promise<Map<string, Paid>> {
  const { rows } = await sql<Paid & { source: string }>`
    select s.transaction_id as "transactionId", s.id as "slipId", s.source_id as source, s.unit_id as "unitId", s.till_id as "tillId", h.account_id as "tillAccountId",
      s.teller_staff_id as "tellerStaffId", d.code as teller, not s.excess as counts
    from cash.slip s join cash.holding h on h.id = s.till_id join organisation.staff d on d.id = s.teller_staff_id where s.transaction_id = any(${transactionIds}::bigint[])`.execute(
    tx,
  )
  return new Map(rows.map(({ source, ...row }) => [row.transactionId, { ...row, lineId: lineOf(source) as string }]))
}

const paymentOf = ({ lineId, unitId, tillId, tellerStaffId, slipId, tillAccountId, teller }: Paid, { occurredAt, businessDate }: Followed): LinePayment => ({
  ...{ lineId, unitId, tillId, tellerStaffId, slipId, tillAccountId, businessDate, at: occurredAt, by: teller },
})

/** Slips and lines of reports that were stored. */
export async function followStored(made: readonly (Followed & { follow: unknown })[], ctx: FollowContext): Promise<ReadonlyMap<string, Accounts>> {
  const { tx } = ctx
  const taken = await writeSlips(
    tx,
    made.map(({ id, code, amount, businessDate, occurredAt, status, follow }) => {
      const { at, facts, line, excess } = follow as Follow
      const { name, identityType, identityNumber } = facts.payee
      const reached = slipStatusOf(status)
      return {
        ...{ transactionId: id, code, source: sourceOf(line), direction: 'OUT' as const, excess, amount: formatMoney(amount), businessDate, occurredAt },
        status: excess && reached === 'PAID' ? ('EXCESS' as const) : reached,
        ...{ tillId: at.till.id, unitId: at.till.unitId, tellerStaffId: at.tellerStaffId, person: { name, identityType, identityNumber } },
        ...(line.identityNumber === identityNumber ? {} : { owner: line.identityNumber }),
      }
    }),
    ctx,
  )
  await moveLines(tx, made)
  return new Map([...taken].map(([id, till]) => [id, { till }]))
}

/** The same for outcomes. */
export async function followSettled(changes: readonly Followed[], ctx: FollowContext): Promise<void> {
  const { tx } = ctx
  const ended = changes.filter(({ status }) => slipStatusOf(status) !== 'CLAIMED')
  const slips = await slipsOf(
    tx,
    ended.map(({ id }) => id),
  )
  await lockLines(tx, [...new Set([...slips.values()].map(({ lineId }) => lineId))])
  await moveSlips(
    tx,
    ended.map(({ id, status, businessDate }) => ({ transactionId: id, status: slipStatusOf(status), businessDate })),
    ctx,
  )
  await moveLines(tx, ended, slips)
}

/** What lines become: claimed or paid with a first report, then whatever their transaction becomes. */
async function moveLines(tx: Tx, followed: readonly Followed[], known?: ReadonlyMap<string, Paid>): Promise<void> {
  const ids = followed.map(({ id }) => id)
  const slips = known ?? (await slipsOf(tx, ids))
  const own = followed.flatMap((one) => {
    const slip = slips.get(one.id)
    return slip?.counts ? [{ one, slip, payment: paymentOf(slip, one) }] : []
  })
  const begun = own.filter(({ one }) => one.from === undefined && one.status !== 'FAILED' && one.status !== 'SUCCEEDED')
  const refused = [
    ...(
      await claimLine(
        tx,
        begun.map(({ payment }) => ({ ...payment, fact: true })),
      )
    ).values(),
    ...(await confirm(tx, own)),
  ].find((error) => error !== undefined)
  // Their reports were admitted under the locks of the lines: requests by all rules, facts by what the line owes.
  if (refused) throw refused
  // One statement a kind, however many there are; a line moves once, because each of its slips that counts is another transaction's.
  const steps = new Map(own.map(({ one, payment }) => [payment.lineId, { by: payment.by, at: one.occurredAt }]))
  const idsWhere = (wanted: (one: Followed) => boolean) => own.flatMap(({ one, payment }) => (wanted(one) ? [payment.lineId] : []))
  const stepFor = (lineId: string) => steps.get(lineId) as { by: string; at: Date }
  await unknownLine(
    tx,
    idsWhere(({ status }) => status === 'UNKNOWN'),
    stepFor,
  )
  await releaseLine(
    tx,
    idsWhere(({ status, from }) => status === 'FAILED' && from !== undefined),
    stepFor,
  )
  await holdPaid(
    tx,
    followed.flatMap((one) => {
      const slip = slips.get(one.id)
      const [failed, released] = [one.status === 'FAILED', slip?.counts && one.from !== undefined]
      return slip && (failed ? released : !slip.counts) ? [paymentOf(slip, one)] : []
    }),
  )
}

/**
 * What somebody reports to have paid otherwise than it was owed is not paid again before two people have looked at it: neither after such
 * a report nor when the claim beside which it came is given up.
 */
async function holdPaid(tx: Tx, doubtful: readonly LinePayment[]): Promise<void> {
  if (doubtful.length === 0) return
  const { rows } = await sql<{ lineId: string; code: string; amount: string; office: string }>`
    select distinct on (d.line) d.line as "lineId", s.code, s.amount, u.name as office
    from unnest(${doubtful.map(({ lineId }) => lineId)}::bigint[], ${doubtful.map(({ lineId }) => lineCode(lineId))}::text[], ${doubtful.map(({ slipId }) => slipId)}::bigint[])
        as d (line, source, slip)
      join cash.slip s on s.source_kind = ${payoutSlip.kind} and s.source_id = d.source and s.excess and s.status in ('EXCESS', 'UNKNOWN') and s.id >= d.slip
      join organisation.unit u on u.id = s.unit_id order by d.line, s.id desc`.execute(tx)
  const steps = new Map(doubtful.map(({ lineId, by, at }) => [lineId, { by, at }]))
  await holdLine(
    tx,
    rows.map(({ lineId, code, amount, office }) => ({
      ...{ lineId, ...(steps.get(lineId) as { by: string; at: Date }) },
      reason: codedText('PAID_OTHERWISE', {
        vi: `${office} báo đã chi ${showMoney(amount, 'vi', 0)} đồng (giao dịch ${code}), không khớp dòng chi trả`,
        en: `${office} reported ${showMoney(amount, 'en', 0)} VND as paid (transaction ${code}), which differs from the line`,
      }),
    })),
  )
}

async function confirm(tx: Tx, own: readonly { one: Followed; payment: LinePayment }[]) {
  const paid = own.filter(({ one }) => one.status === 'SUCCEEDED').map(({ payment }) => payment)
  return paid.length === 0 ? [] : (await confirmLine(tx, paid)).map(({ refusal }) => refusal)
}
