import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp, TestClock } from '../../../../test/app.ts'
import { type OutcomeWorld, outcomeWorld } from '../../../../test/outcomes.ts'
import type { TestPartner } from '../../../../test/partners.ts'
import type { GatewayWorld } from '../../../../test/payments.ts'
import type { Verdict } from '../contract/case.ts'
import { findCase } from '../contract/cases.ts'
import { decidedByAnswer } from '../contract/parameters.ts'
import { type Answer, Inquirer } from './inquirer.ts'

let all: OutcomeWorld
let it: TestApp
let clock: TestClock
let world: GatewayWorld
let bank: TestPartner
let desk: OutcomeWorld['desk']

beforeAll(async () => {
  all = await outcomeWorld()
  ;({ it, clock, world, bank, desk } = all)
})
afterAll(() => all.close())

const LARGE = '30000000'
const lost: OutcomeWorld['lost'] = (...given) => all.lost(...given)
const asked: OutcomeWorld['asked'] = () => all.asked()
const caseOf: OutcomeWorld['caseOf'] = (ref) => all.caseOf(ref)
const nextOf = async (ref: string) =>
  (await it.call(findCase, { id: (await caseOf(ref)).id as string }, { as: 'ketoan', clientId: 'PP_CFM' })).data?.nextInquiry
const statusOf: OutcomeWorld['statusOf'] = (ref) => all.statusOf(ref)

describe('inquiries that are due', () => {
  /** A partner that keeps its answers to one reference until it is let go. */
  const held: { release: () => void }[] = []
  let server: Server
  beforeAll(async () => {
    server = createServer((request, reply) => {
      const answer = (to: ServerResponse) => to.end(JSON.stringify({ verdict: 'SUCCEEDED' }))
      if (request.url?.startsWith(`/${world.vcb.partnerId}/`)) held.push({ release: () => answer(reply) })
      else answer(reply)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })

  test('go to a slow partner so many at a time, and none of another waits for it', async () => {
    const { port } = server.address() as AddressInfo
    const inquire = async (partnerId: string, { reference }: { reference: string }): Promise<Answer> => {
      const said = await fetch(`http://127.0.0.1:${port}/${partnerId}/${reference}`)
      const raw = await said.text()
      const { verdict } = JSON.parse(raw) as { verdict: Verdict }
      return { verdict, code: '00', partnerReference: null, message: 'ok', raw, at: clock.now(), exchangeId: reference, sent: true }
    }
    const slow = await Promise.all(Array.from({ length: 5 }, () => lost()))
    const quick = await Promise.all(Array.from({ length: 20 }, () => lost({}, world.bidv)))
    const own = new Inquirer(it.runtime, desk, inquire)
    await expect
      .poll(async () => {
        await own.begin()
        return held.length
      })
      .toBe(3)
    // Each of the other partner is decided while the first keeps everything it was asked.
    await expect
      .poll(
        async () => {
          await own.begin()
          return (await Promise.all(quick.map(statusOf))).filter((status) => status === 'SUCCEEDED').length
        },
        { timeout: 20_000 },
      )
      .toBe(quick.length)
    expect(held).toHaveLength(3)
    expect(new Set(await Promise.all(slow.map(statusOf)))).toEqual(new Set(['UNKNOWN']))
    const letGo = setInterval(() => {
      for (const { release } of held.splice(0)) release()
    }, 10)
    await expect
      .poll(
        async () => {
          await own.begin()
          return (await Promise.all(slow.map(statusOf))).filter((status) => status === 'SUCCEEDED').length
        },
        { timeout: 20_000 },
      )
      .toBe(slow.length)
    clearInterval(letGo)
    await own.stop()
  }, 60_000)

  test('decide nothing above the limit', async () => {
    expect(decidedByAnswer.initial).toBe('20000000.00')
    const ref = await lost({ amount: LARGE })
    bank.simulator.decide('VCB', ref, 'SUCCEEDED')
    await asked()
    expect(await caseOf(ref)).toMatchObject({ status: 'EVIDENCED', suggested: 'SUCCEEDED', next_inquiry_at: null })
    expect(await nextOf(ref)).toBe('ENOUGH')
    expect(await statusOf(ref)).toBe('UNKNOWN')
  })

  const noAnswer = (fault: Answer['fault']) => async (): Promise<Answer> => ({
    ...{ verdict: 'UNKNOWN', code: null, partnerReference: null, message: '', raw: '', at: clock.now(), exchangeId: '0', sent: false, fault },
  })
  /** When it is asked again, in minutes, after the partner could not be reached for this reason. */
  async function waitAfter(ref: string, fault: Answer['fault']): Promise<number> {
    await it.runtime.database.owner.query('update outcome.outcome_case set next_inquiry_at = $1 where external_ref = $2', [clock.now(), ref])
    const own = new Inquirer(it.runtime, desk, noAnswer(fault))
    await own.begin()
    await own.idle()
    await own.stop()
    return ((await caseOf(ref)).next_inquiry_at as Date).getTime() / 60_000 - clock.now().getTime() / 60_000
  }

  test('and could not be sent are due again in minutes; only where there is no way they wait for one, and go as soon as it is there', async () => {
    const ref = await lost({ amount: LARGE })
    for (const fault of ['CONNECTION', 'TIMEOUT', 'CIRCUIT_OPEN'] as Answer['fault'][]) expect(await waitAfter(ref, fault), `${fault}`).toBeLessThanOrEqual(5)
    for (const fault of ['NOT_CONFIGURED', 'ADDRESS', 'SWITCHED_OFF'] as Answer['fault'][]) expect(await waitAfter(ref, fault), `${fault}`).toBeGreaterThan(60)
    const { owner } = it.runtime.database
    const turn = (status: string) =>
      owner.query('update partner.endpoint set status = $2, updated_at = $3 where partner_id = $1', [bank.id, status, clock.now()])
    await turn('OFF')
    expect(await nextOf(ref)).toBe('NO_CONNECTION')
    expect((await caseOf(ref)).next_inquiry_at?.getTime()).toBeGreaterThan(clock.now().getTime())
    await turn('ON')
    expect((await caseOf(ref)).next_inquiry_at).toEqual(clock.now())
    expect(await nextOf(ref)).toBe('WAITING')
    expect((await caseOf(ref)).inquiries).toBe(0)
  })
})
