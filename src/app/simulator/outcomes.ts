import { addEvidence, proposeVerdict } from '#core/outcomes/contract/cases.ts'
import { openOverdue } from '#core/outcomes/server/public.ts'
import type { GatewayOutcome } from '#core/payments/contract/gateway.ts'
import { isoLocal, localDate } from '#kernel/dates.ts'
import { type Desk, Refused } from './cash/desk.ts'
import type { Channel } from './channel.ts'
import { chanceOf } from './dice.ts'
import { somePayment, someShop, TIMED_OUT, UNDER_WAY } from './payments.ts'

const SEED = 20_261_123
const HOUR_MS = 3_600_000
const DONE: GatewayOutcome = { status: 'SUCCEEDED', code: '00', message: 'Giao dịch thành công' }
const REVERSED: GatewayOutcome = { status: 'FAILED', code: '05', message: 'Ngân hàng báo không ghi có' }

/** Large payments of the last days that something is wrong with: nobody knows, still under way, or reported otherwise later. */
const CAUSES: readonly { hours: number; millions: number; outcome: GatewayOutcome; later?: GatewayOutcome }[] = [
  ...[31, 27, 22, 19, 15, 11, 8, 5, 3, 1].map((hours, n) => ({ hours, millions: 24 + n * 7, outcome: TIMED_OUT })),
  ...[6, 4, 2].map((hours, n) => ({ hours, millions: 31 + n * 9, outcome: UNDER_WAY })),
  ...[29, 9].map((hours, n) => ({ hours, millions: 26 + n * 12, outcome: DONE, later: REVERSED })),
]
/** Of the first ones a statement line has come; what the second then waits for is a decision, and the third has a slip that says otherwise. */
const PROVED = 4
const PROPOSED = 2

const referenceOf = (n: number) => `UNSURE-${String(n + 1).padStart(2, '0')}`

/** The workbench of outcomes that nobody knows has something of everything. Answers whether anything was missing. */
export async function seedOutcomes(desk: Desk, channels: ReadonlyMap<string, Channel>, anchor: Date): Promise<boolean> {
  const last = await desk.runtime.db
    .selectFrom('payment.transaction_key')
    .select('code')
    .where('external_ref', '=', referenceOf(CAUSES.length - 1))
    .executeTakeFirst()
  if (last) return false
  const chance = chanceOf(SEED)
  for (const [n, { hours, millions, outcome, later }] of CAUSES.entries()) {
    const { channel, facts } = somePayment(chance, someShop(chance, false), new Date(anchor.getTime() - hours * HOUR_MS), () => referenceOf(n))
    const report = channels.get(channel.partner)
    if (!report) continue
    await report('/og-001/v1/transactions', { ...facts, amount: String(millions * 1_000_000), outcome })
    if (later) await report(`/og-001/v1/transactions/${facts.externalRef}/outcome`, { ...later, occurredAt: isoLocal(anchor) })
  }
  desk.at(new Date(Math.max(anchor.getTime(), desk.now().getTime())))
  await desk.run(openOverdue.name)
  for (let n = 0; n < PROVED; n++) {
    const said = {
      on: localDate(anchor),
      amount: String((CAUSES[n]?.millions ?? 0) * 1_000_000),
      reference: `FT2611230${n}`,
      message: `Sao kê ngân hàng có dòng ghi có FT2611230${n}`,
    }
    await onCase(desk, n, (row) => desk.call('ketoan', addEvidence, { ...row, kind: 'STATEMENT', finding: 'SUCCEEDED', ...said }))
  }
  const slip = { on: localDate(anchor), message: 'Ảnh khách hàng gửi cho thấy tiền đã bị trừ rồi được hoàn lại' }
  await onCase(desk, PROPOSED, (row) => desk.call('ketoan', addEvidence, { ...row, kind: 'DOCUMENT', finding: 'FAILED', ...slip }))
  for (let n = 0; n < PROPOSED; n++)
    await onCase(desk, n, (row) => desk.call('ketoan', proposeVerdict, { ...row, verdict: 'SUCCEEDED', note: 'Có dòng sao kê của ngân hàng' }))
  return true
}

/** Does something with a case, again where the answer of its partner came in between. */
async function onCase({ runtime }: Desk, n: number, work: (row: { id: string; version: number }) => Promise<unknown>): Promise<void> {
  for (let tries = 5; ; tries--) {
    const row = await runtime.db
      .selectFrom('outcome.outcome_case')
      .select(['id', 'version'])
      .where('external_ref', '=', referenceOf(n))
      .where('status', '<>', 'DECIDED')
      .executeTakeFirst()
    if (!row) return
    try {
      await work(row)
      return
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'SYS-409' || tries === 0) throw error
    }
  }
}
