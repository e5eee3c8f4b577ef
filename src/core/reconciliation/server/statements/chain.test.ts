/** Statements that are read one after the other: what becomes of those behind one that is refused, or behind one whose process ends. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawInputOf } from '#kernel/contract.ts'
import { addDays, localDate, showDate } from '#kernel/dates.ts'
import { qrReconciliation } from '#subsystems/qr/contract/reconciliation.ts'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { runJobs } from '../../../../../test/jobs.ts'
import { type TestPartner, testPartner } from '../../../../../test/partners.ts'
import { gatewayWorld } from '../../../../../test/payments.ts'
import { ReconciliationClerk } from '../../../../../test/reconciliation.ts'
import { SetupDocument } from '../../contract/document.ts'

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
let it: TestApp
let clerk: ReconciliationClerk
let partner: TestPartner
let setupId = ''
beforeAll(async () => {
  it = await testApp()
  const world = await gatewayWorld(it.runtime)
  partner = await testPartner(it.runtime)
  clerk = new ReconciliationClerk(it, qrReconciliation, 'PP_QR')
  const document = SetupDocument.parse({ format: FORMAT, rules: [{ name: 'Mã tham chiếu', keys: ['REFERENCE'] }], fee: {} })
  setupId = await clerk.setup({
    code: 'QR-VCB',
    name: 'Sao kê VCB',
    plug: 'QR',
    partnerId: world.vcb.partnerId,
    document: document as RawInputOf<typeof setups.create>['document'],
  })
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
const readable = (day: string) => `Ngày;Mã;Số tiền\r\n${showDate(day)};C${day};5000\r\n`

async function fetchAll(id: string): Promise<void> {
  const { version } = await clerk.detail(id)
  await clerk.ask(sessions.fetchStatement, { id, version })
  await runJobs(it)
}
const states = async (id: string) => (await clerk.detail(id)).statements.map(({ fileName, status }) => `${fileName} ${status}`).sort()

test('files behind one that is refused are given up with it, and can be fetched again', async () => {
  const days = [addDays(today, -6), addDays(today, -5), addDays(today, -4)] as const
  await deliver(days[0], 'Không phải sao kê\r\n')
  await deliver(days[1], readable(days[1]))
  await deliver(days[2], readable(days[2]))
  const id = await clerk.session(setupId, days[0], days[2])
  await fetchAll(id)
  expect(await clerk.detail(id)).toMatchObject({ status: 'DRAFT', task: null })
  expect(await states(id)).toEqual(days.map((day) => `vcb-${day}.csv REFUSED`))
  await deliver(days[0], readable(days[0]))
  await fetchAll(id)
  expect(await clerk.detail(id)).toMatchObject({ status: 'IMPORTED', task: null, taskFault: null, theirsLines: 3 })
})

test('files that the session has are left as they are when the others are fetched', async () => {
  const days = [addDays(today, -12), addDays(today, -11)] as const
  await deliver(days[0], readable(days[0]))
  await deliver(days[1], 'Không phải sao kê\r\n')
  const id = await clerk.session(setupId, days[0], days[1])
  await fetchAll(id)
  expect(await states(id)).toEqual([`vcb-${days[0]}.csv STAGED`, `vcb-${days[1]}.csv REFUSED`])
  await deliver(days[1], readable(days[1]))
  await fetchAll(id)
  expect(await states(id)).toEqual([`vcb-${days[0]}.csv STAGED`, `vcb-${days[1]}.csv REFUSED`, `vcb-${days[1]}.csv STAGED`])
})

test('a process that ends behind a file goes on with the next one when it is tried again', async () => {
  const days = [addDays(today, -9), addDays(today, -8)] as const
  await deliver(days[0], readable(days[0]))
  await deliver(days[1], readable(days[1]))
  const id = await clerk.session(setupId, days[0], days[1])
  const { version } = await clerk.detail(id)
  await clerk.ask(sessions.fetchStatement, { id, version })
  const { owner } = it.runtime.database
  // The first reading asks for the second: that is where the process ends, once.
  await owner.query(`
    create sequence platform.ended;
    grant usage on sequence platform.ended to public;
    create function platform.ends() returns trigger language plpgsql as $$
      begin
        if new.name = 'reconciliation.read-statement' and nextval('platform.ended') = 2 then raise exception 'the process has ended'; end if;
        return new;
      end $$;
    create trigger ends before insert on platform.job for each row execute function platform.ends()`)
  await runJobs(it)
  await owner.query('drop trigger ends on platform.job; drop function platform.ends(); drop sequence platform.ended')
  expect(await states(id)).toEqual(days.map((day) => `vcb-${day}.csv STAGED`))
  expect(await clerk.detail(id)).toMatchObject({ status: 'IMPORTED', task: null, theirsLines: 2 })
})
