/** Statements that partners give by wire: asked for by hand, and by themselves for each working day. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import { fetchDue } from '#core/reconciliation/server/statements/fetch.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { runJobs } from '../../test/jobs.ts'
import { type TestPartner, testPartner } from '../../test/partners.ts'
import { gatewayWorld } from '../../test/payments.ts'
import { ReconciliationClerk } from '../../test/reconciliation.ts'

const { setups, sessions } = qrReconciliation
const FORMAT = {
  kind: 'CSV',
  delimiter: ';',
  header: { find: ['Ngày', 'Số tiền'] },
  columns: [
    { field: 'day', by: { name: 'Ngày' } },
    { field: 'reference', by: { name: 'Mã' } },
    { field: 'amount', by: { name: 'Số tiền' } },
  ],
}

const today = localDate(new Date())
/** The last working days before today, the nearest first. */
const workdays = Array.from({ length: 7 }, (_, at) => addDays(today, -1 - at)).filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()))
const [last = '', before = ''] = workdays

let it: TestApp
let clerk: ReconciliationClerk
let partner: TestPartner
let setupId = ''
beforeAll(async () => {
  it = await testApp()
  const world = await gatewayWorld(it.runtime)
  partner = await testPartner(it.runtime)
  clerk = new ReconciliationClerk(it, qrReconciliation, 'PP_QR')
  await sql`delete from masterdata.global_list_entry e using masterdata.global_list l where l.id = e.list_id and l.code = 'PUBLIC_HOLIDAY'`.execute(
    it.runtime.database.db,
  )
  const document = SetupDocument.parse({ format: FORMAT, rules: [{ name: 'Mã tham chiếu', keys: ['REFERENCE'] }], fee: {}, connector: true })
  setupId = await clerk.setup({
    code: 'QR-VCB',
    name: 'Sao kê VCB',
    plug: 'QR',
    partnerId: world.vcb.partnerId,
    document: document as RawInputOf<typeof setups.create>['document'],
  })
  await sql`update reconciliation.setup set created_at = created_at - interval '30 days'`.execute(it.runtime.db)
})
afterAll(async () => {
  await partner.simulator.close()
  await it.close()
})

const deliver = (day: string, content: string) =>
  fetch(`${partner.simulator.address}/control/statements`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ partner: 'VCB', day, name: `vcb-${day}.csv`, contentType: 'text/csv', base64: Buffer.from(content).toString('base64') }),
  })

test('by hand: it is read like one that was uploaded, and taken once', async () => {
  expect((await deliver(before, `Ngày;Mã;Số tiền\r\n${showDate(before)};C1;5000\r\n`)).ok).toBe(true)
  const id = await clerk.session(setupId, before, before)
  expect(await clerk.detail(id)).toMatchObject({ connector: true })
  await clerk.ask(sessions.fetchStatement, { id, version: (await clerk.detail(id)).version })
  await runJobs(it)
  const staged = { origin: 'CONNECTOR', fileName: `vcb-${before}.csv`, status: 'STAGED', uploadedBy: 'ketoan' }
  expect(await clerk.detail(id)).toMatchObject({ status: 'IMPORTED', task: null, taskFault: null, theirsLines: 1, statements: [staged] })
  await clerk.ask(sessions.fetchStatement, { id, version: (await clerk.detail(id)).version })
  await runJobs(it)
  const again = await clerk.detail(id)
  expect(again.taskFault).toContain(`vcb-${before}.csv`)
  expect(again.statements).toHaveLength(1)
})

test('by itself: the working days that have none, matched at once; what cannot be read waits for somebody', async () => {
  await deliver(last, `Ngày;Mã;Số tiền\r\n${showDate(last)};C2;7000\r\n`)
  const due = async () => {
    await it.runtime.db.transaction().execute((tx) => enqueue(tx, fetchDue, {}))
    await runJobs(it)
  }
  await due()
  const { result = [] } = (await clerk.it.list(sessions.list, { filter: { setupId } }, { as: 'ketoan', clientId: 'PP_QR' })).data ?? {}
  expect(result.map(({ fromDay }) => fromDay)).toEqual(workdays)
  expect(result[0]).toMatchObject({ fromDay: last, createdBy: 'system', status: 'MATCHED', theirsLines: 1, breaksOpen: 0, task: null })
  // A line of yesterday may still find its counterpart. Of the other days the partner gives a statement in another layout.
  const other = result[2]?.id ?? ''
  expect(await clerk.detail(other)).toMatchObject({
    status: 'DRAFT',
    task: null,
    taskFault: expect.stringContaining('tiêu đề'),
    statements: [{ status: 'REFUSED' }],
  })
  await due()
  const { statements, version, fromDay } = await clerk.detail(other)
  expect(statements).toHaveLength(1)
  // What somebody cancels stays so.
  await clerk.ask(sessions.cancel, { id: other, version, reason: 'Ngân hàng gửi lại tay' })
  await due()
  const { rows } = await sql`select status from reconciliation.session where from_day = ${fromDay}`.execute(it.runtime.db)
  expect(rows).toEqual([{ status: 'CANCELLED' }])
})

test('a partner that gives none is said so, and the session waits', async () => {
  await sql`update partner.endpoint set operations = '{INQUIRE}'`.execute(it.runtime.db)
  const id = await clerk.session(setupId, addDays(today, -20), addDays(today, -20))
  const { version, connector } = await clerk.detail(id)
  expect(connector).toBe(false)
  const reply = await it.call(sessions.fetchStatement, { id, version }, { as: 'ketoan', clientId: 'PP_QR' })
  expect(reply).toMatchObject({ code: 'RCN-032' })
})
