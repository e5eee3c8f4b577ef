import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestClock, type TestRuntime, testClock, testRuntime } from '../../../../test/app.ts'
import { type TestPartner, testPartner } from '../../../../test/partners.ts'
import { partnerConnector } from './connector.ts'
import { partnerRules } from './control-rules.ts'

let clock: TestClock
let runtime: TestRuntime
let bank: TestPartner

beforeAll(async () => {
  clock = testClock()
  runtime = await testRuntime({ clock })
  bank = await testPartner(runtime, { settings: { failures_to_open: 3, open_seconds: 30, tries: 1 } })
})
afterAll(async () => {
  await bank.simulator.close()
  await runtime.database.drop()
})

let number = 0
const inquire = () => partnerConnector(runtime).inquire(bank.id, { reference: `C${++number}`, amount: '1000.00', occurredAt: clock.now() })
const circuit = () => runtime.db.selectFrom('partner.circuit').selectAll().where('partner_id', '=', bank.id).executeTakeFirstOrThrow()

const found = async () => (await Promise.all(partnerRules.map(({ query }) => query(runtime.db, clock.now())))).flat()

it('opens after failures in a row, lets one call try after its time, and closes when that goes well', async () => {
  await inquire()
  expect(await circuit()).toMatchObject({ failures: 0, retry_at: null, last_success_at: clock.now() })

  bank.simulator.setRates({ error: 1 })
  for (let failure = 0; failure < 3; failure++) expect(await inquire()).toMatchObject({ fault: 'STATUS', sent: true })
  expect(await circuit()).toMatchObject({ failures: 3, openings: 1, opened_at: clock.now(), last_fault: 'STATUS' })

  expect(await found()).toMatchObject([{ subject: 'VCB', since: clock.now(), link: '/crm/partner-connections' }])

  const asked = bank.simulator.asked.length
  expect(await inquire()).toMatchObject({ verdict: 'UNKNOWN', fault: 'CIRCUIT_OPEN', sent: false })
  expect(bank.simulator.asked).toHaveLength(asked)

  // A trial that fails opens it for as long again, without counting as another opening.
  clock.advance(30_000)
  expect(await inquire()).toMatchObject({ fault: 'STATUS' })
  expect(await inquire()).toMatchObject({ fault: 'CIRCUIT_OPEN' })
  expect(await circuit()).toMatchObject({ openings: 1, failures: 4 })

  // Of many at once one tries.
  clock.advance(30_000)
  const answers = await Promise.all(Array.from({ length: 8 }, inquire))
  expect(answers.filter(({ fault }) => fault === 'STATUS')).toHaveLength(1)
  expect(answers.filter(({ fault }) => fault === 'CIRCUIT_OPEN')).toHaveLength(7)

  bank.simulator.setRates({})
  clock.advance(30_000)
  expect((await inquire()).fault).toBeNull()
  expect(await circuit()).toMatchObject({ failures: 0, retry_at: null })
  expect(await found()).toEqual([])
})

it('stays closed while a partner answers, whatever it says', async () => {
  bank.simulator.setRates({ unmapped: 1 })
  for (let answer = 0; answer < 4; answer++) expect(await inquire()).toMatchObject({ fault: 'UNMAPPED' })
  bank.simulator.setRates({ wrong: 1 })
  for (let answer = 0; answer < 4; answer++) expect(await inquire()).toMatchObject({ fault: 'MISMATCH' })
  expect(await circuit()).toMatchObject({ failures: 0, retry_at: null })
  bank.simulator.setRates({})
})
