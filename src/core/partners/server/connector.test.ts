import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestRuntime, testRuntime } from '../../../../test/app.ts'
import { type TestPartner, testPartner } from '../../../../test/partners.ts'
import { repeatable } from '../../../../test/repeatable.ts'
import { FATES, FAULTS, type SimulatedFault } from '../../../app/simulator/partner/fates.ts'
import type { Fault } from '../contract/answer.ts'
import type { PartnerAnswer, PartnerConnector } from './answer.ts'
import { partnerConnector } from './connector.ts'

let runtime: TestRuntime
let bank: TestPartner
let connector: PartnerConnector

beforeAll(async () => {
  runtime = await testRuntime()
  bank = await testPartner(runtime)
  connector = partnerConnector(runtime)
})
afterAll(async () => {
  await bank.simulator.close()
  await runtime.database.drop()
})

let number = 0
const reference = () => `REF${++number}`
const inquire = (ref: string, amount = '150000.00') => connector.inquire(bank.id, { reference: ref, amount, occurredAt: new Date() })
const payout = (ref: string) =>
  connector.payout(bank.id, {
    reference: ref,
    amount: '2000000.00',
    bankBin: '970436',
    account: '0011001234567',
    accountName: 'NGUYEN VAN AN',
    content: 'CHI TRA',
  })
const exchangeOf = ({ exchangeId }: PartnerAnswer) =>
  runtime.db.selectFrom('partner.exchange').selectAll().where('id', '=', exchangeId).executeTakeFirstOrThrow()

describe('what a partner answers', () => {
  it.each([
    ['SUCCEEDED', 'SUCCEEDED', '00'],
    ['FAILED', 'FAILED', '51'],
    ['PENDING', 'PENDING', '09'],
    ['NOT_FOUND', 'UNKNOWN', '25'],
  ] as const)('%s is %s by the code that was agreed', async (fate, verdict, code) => {
    const ref = reference()
    bank.simulator.decide(bank.code, ref, fate)
    const answer = await inquire(ref)
    expect(answer).toMatchObject({ verdict, code, fault: null, sent: true })
    expect(JSON.parse(answer.raw)).toMatchObject({ reference: ref, amount: '150000.00', code })
    expect(await exchangeOf(answer)).toMatchObject({ operation: 'INQUIRE', reference: ref, verdict, code, tries: 1, http_status: 200, answer: answer.raw })
  })

  it('names the holder of an account, or says that there is none', async () => {
    const known = await connector.accountName(bank.id, { bankBin: '970436', account: '0011001234567' })
    expect(known).toMatchObject({ verdict: 'SUCCEEDED', accountName: expect.stringMatching(/^[A-Z ]+$/) })
    expect(await connector.accountName(bank.id, { bankBin: '970436', account: '0011000000' })).toMatchObject({
      verdict: 'FAILED',
      accountName: null,
      code: '14',
    })
  })

  it('gives the statement of a day that is over, and none of today', async () => {
    const answer = await connector.statement(bank.id, { day: '2026-01-05' })
    expect(answer).toMatchObject({ verdict: 'SUCCEEDED', file: { name: 'statement-2026-01-05.csv', contentType: 'text/csv' } })
    expect(answer.file?.bytes.toString('utf8')).toMatch(/^line,day,reference,partnerReference,type,amount,balance\r\nOPENING,2026-01-05,.*\r\nCLOSING,/)
    expect(await connector.statement(bank.id, { day: '2999-01-01' })).toMatchObject({ verdict: 'PENDING', file: null })
  })
})

/** How each thing that goes wrong is called. */
const CALLED: Record<SimulatedFault, Fault> = {
  late: 'TIMEOUT',
  error: 'STATUS',
  notJson: 'UNREADABLE',
  huge: 'TOO_LARGE',
  badSignature: 'SIGNATURE',
  unmapped: 'UNMAPPED',
  wrong: 'MISMATCH',
  redirect: 'REDIRECT',
  cut: 'CONNECTION',
}

describe('what goes wrong', () => {
  it.each(FAULTS)('%s is UNKNOWN, whatever has become of the payout, and it is sent once', async (fault) => {
    const ref = reference()
    bank.simulator.decide(bank.code, ref, 'FAILED')
    bank.simulator.failNext(fault)
    expect(await payout(ref)).toMatchObject({ verdict: 'UNKNOWN', fault: CALLED[fault], sent: true })
    expect(bank.simulator.asked.filter((one) => one === `PAYOUT ${ref}`)).toHaveLength(1)
  })

  it.each(['late', 'error', 'cut'] as const)('an inquiry is asked again after %s', async (fault) => {
    const ref = reference()
    bank.simulator.decide(bank.code, ref, 'SUCCEEDED')
    bank.simulator.failNext(fault)
    const answer = await inquire(ref)
    expect(answer).toMatchObject({ verdict: 'SUCCEEDED' })
    expect(await exchangeOf(answer)).toMatchObject({ tries: 2, sent: true })
  })

  it('never becomes FAILED, however often it is asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...FAULTS.filter((fault) => fault !== 'late')), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...FATES),
        async (faults, fate) => {
          const ref = reference()
          bank.simulator.decide(bank.code, ref, fate)
          for (const fault of faults) {
            bank.simulator.setRates({ [fault]: 1 })
            expect(await inquire(ref)).toMatchObject({ verdict: 'UNKNOWN', fault: CALLED[fault] })
          }
          bank.simulator.setRates({})
        },
      ),
      { numRuns: 15, ...repeatable },
    )
  })
})
