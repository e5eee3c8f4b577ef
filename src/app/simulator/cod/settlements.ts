import { sql } from 'kysely'
import { addDays } from '#kernel/dates.ts'
import { COD_SETTLEMENT, checkCodSettlements, submitCodRun } from '#subsystems/cob/contract/settlements.ts'
import type { Desk } from '../cash/desk.ts'
import { decide, requestFor } from '../cash/office.ts'
import { connectBank, Transfers } from '../transfers.ts'

const [MAKER, CHECKER, RUN] = ['ketoan', 'kiemsoat', 'cob.settlement_run']

/** Working days before today, what the bank says of the transfers of a run, in their order, and then that they went well; the newest run waits for its approval. */
const RUNS: readonly { before: number; told: readonly ('SUCCEEDED' | 'FAILED' | 'LOST')[]; waits?: boolean }[] = [
  { before: 12, told: [] },
  { before: 4, told: ['SUCCEEDED', 'FAILED'] },
  { before: 2, told: ['SUCCEEDED', 'SUCCEEDED', 'LOST'] },
  { before: 1, told: [], waits: true },
]

const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Days of runs, the first of them first. */
export function runDays(today: string) {
  const weekdays = Array.from({ length: 60 }, (_none, n) => addDays(today, -n - 1)).filter(isWeekday)
  return RUNS.map(({ before, ...run }) => ({ ...run, day: weekdays[before - 1] as string }))
}

/** Settles who sends by contract as on a day: statements, their approval and their transfers. What stands already goes on where it was. */
export async function settle(desk: Desk, { day, told, waits = false }: ReturnType<typeof runDays>[number]): Promise<void> {
  const { db } = desk.runtime
  const find = () => db.selectFrom('cob.settlement_run').select(['id', 'version', 'status']).where('run_on', '=', day).orderBy('id').executeTakeFirst()
  if (!(await find())) await desk.run('cob.make-statements')
  const drafted = await find()
  if (!drafted) return
  const rows = await db.selectFrom('cob.settlement').select(['id', 'version']).where('run_id', '=', drafted.id).where('status', '=', 'DRAFT').execute()
  if (rows.length > 0) await desk.call(MAKER, checkCodSettlements, { rows })
  const checked = await find()
  if (checked?.status === 'DRAFT') await desk.call(MAKER, submitCodRun, { id: checked.id, version: checked.version, reason: 'Quyết toán COD đến kỳ' })
  if (waits) return
  if (await requestFor(desk, RUN, drafted.id)) await decide(desk, CHECKER, RUN, drafted.id)
  await desk.work('cob.approve-run')
  // Their statements went out in their time: papers made in the first minutes of a demo would keep other work waiting.
  await sql`
    with sent as (
      delete from platform.job where name = 'cob.mail-statement' and state = 'WAITING' returning input
    ) update cob.settlement set mailed_at = ${desk.now()} where id in (select (input ->> 'settlementId')::bigint from sent)`.execute(db)
  const bankId = await connectBank(desk)
  const approved = await db.selectFrom('cob.settlement').select('id').where('run_id', '=', drafted.id).where('status', '=', 'APPROVED').executeTakeFirst()
  const batch = await db
    .selectFrom('disbursement.batch')
    .select('id')
    .where('source_kind', '=', COD_SETTLEMENT)
    .where('source_id', '=', drafted.id)
    .executeTakeFirst()
  if (!bankId || !approved || batch) return
  const work = new Transfers(desk, { ...desk.runtime, clock: { now: () => desk.now() } }, bankId)
  await work.send(await work.make(drafted.id, [], COD_SETTLEMENT), told)
}
