import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { signedHeaders } from '#platform/server/http/signature.ts'
import { FATES, fateOf, faultOf, NO_FAULTS } from './fates.ts'
import { startSimulatorProcess } from './process.ts'
import { type PartnerSimulator, type SimulatorOptions, startPartnerSimulator } from './server.ts'
import { settingsOf } from './settings.ts'

const KEY = { clientId: 'portal', secret: 'a-secret-between-the-two' }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function simulator(options: Partial<SimulatorOptions> = {}): Promise<PartnerSimulator> {
  const started = await startPartnerSimulator({ partners: [{ code: 'P1', ...KEY }], ...options })
  ends.push(() => started.close())
  return started
}

/** As the portal asks; the status and what was answered. */
async function ask(base: string, path: string, facts: object, secret = KEY.secret): Promise<[number, string]> {
  const url = new URL(`${base}${path}`)
  const body = JSON.stringify(facts)
  const parts = { method: 'POST', path: url.pathname, timestamp: new Date().toISOString(), nonce: randomBytes(16).toString('hex'), body }
  const response = await fetch(url, { method: 'POST', body, headers: signedHeaders({ ...KEY, secret }, parts), redirect: 'manual' })
  return [response.status, await response.text()]
}

const inquiries = (base: string) =>
  Promise.all(
    Array.from({ length: 40 }, (_, at) => ask(base, '/inquiries', { reference: `R${at}`, amount: '1000.00', occurredAt: '2026-11-20T09:00:00.000+07:00' })),
  )

describe('the simulated partner', () => {
  it('answers the same under the same seed, and otherwise under another', async () => {
    const options = { rates: { error: 0.2, unmapped: 0.2 } }
    const [one, again, other] = await Promise.all([7, 7, 8].map(async (seed) => inquiries((await simulator({ ...options, seed })).addressOf('P1'))))
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(new Set(one?.map(([status]) => status))).toEqual(new Set([200, 503]))
  })

  it('draws every fate and every fault at about its rate', () => {
    const fates = Array.from({ length: 2_000 }, (_, at) => fateOf(3, `R${at}`))
    for (const fate of FATES) expect(fates).toContain(fate)
    const faults = Array.from({ length: 2_000 }, (_, at) => faultOf(3, { ...NO_FAULTS, late: 0.1, cut: 0.1 }, 'inquiries', `R${at}`, 1))
    const share = (fault: string) => faults.filter((one) => one === fault).length / faults.length
    expect(share('late')).toBeGreaterThan(0.07)
    expect(share('late')).toBeLessThan(0.13)
    expect(share('cut')).toBeGreaterThan(0.07)
  })

  it('refuses what is not signed with its key', async () => {
    const base = (await simulator()).addressOf('P1')
    expect(await ask(base, '/inquiries', { reference: 'R1' }, 'another')).toEqual([401, '{"message":"signature"}'])
    expect((await fetch(`${base}/inquiries`, { method: 'POST', body: '{}' })).status).toBe(401)
    expect((await ask(base, '/elsewhere', {}))[0]).toBe(404)
  })

  it('pays out once under a reference, and says so of another amount', async () => {
    const started = await simulator()
    started.decide('P1', 'PO1', 'SUCCEEDED')
    const pay = async (amount: string) =>
      JSON.parse((await ask(started.addressOf('P1'), '/payouts', { reference: 'PO1', amount }))[1]) as Record<string, string>
    const first = await pay('5000.00')
    expect(first).toMatchObject({ code: '00', amount: '5000.00' })
    expect(await pay('5000.00')).toEqual(first)
    expect(await pay('6000.00')).toMatchObject({ code: '94' })
  })

  it('lists in the statement of a day what has gone well on it, with the running balance', async () => {
    const started = await simulator()
    started.decide('P1', 'A', 'SUCCEEDED')
    started.decide('P1', 'B', 'FAILED')
    for (const reference of ['A', 'B'])
      await ask(started.addressOf('P1'), '/inquiries', { reference, amount: '2500.00', occurredAt: '2026-01-05T10:00:00.000+07:00' })
    const [, csv] = await ask(started.addressOf('P1'), '/statements', { day: '2026-01-05' })
    expect(csv.trimEnd().split('\r\n').slice(1)).toEqual([
      'OPENING,2026-01-05,,,,,1000000000.00',
      expect.stringMatching(/^ENTRY,2026-01-05,A,FT[0-9A-F]{12},PAYMENT,2500\.00,1000002500\.00$/),
      'CLOSING,2026-01-05,,,,,1000002500.00',
    ])
  })

  it('gives back the configured share of transfers that it has paid, each once, and nothing that it has not', async () => {
    const heard: Record<string, unknown>[] = []
    const gateway = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      if (request.url === '/api/og-001/v1/transactions') heard.push(JSON.parse(body) as Record<string, unknown>)
      response.writeHead(200).end('{}')
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    ends.push(async () => gateway.close())
    const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    const partners = [{ code: 'P1', ...KEY, gateway: { clientId: 'gw-p1', secret: 'its own' } }]
    const pay = async (one: PartnerSimulator, reference: string) =>
      ask(one.addressOf('P1'), '/payouts', { reference, amount: '5000.00', bankBin: '970436', account: '0011', accountName: 'A', content: 'x' })
    const never = await simulator({ partners, gatewayUrl, callBackMs: 1 })
    never.decide('P1', 'A', 'SUCCEEDED')
    await pay(never, 'A')
    await never.close()
    expect(heard).toEqual([])
    const always = await simulator({ partners, gatewayUrl, callBackMs: 1, rates: { returned: 1 } })
    always.decide('P1', 'B', 'FAILED')
    always.decide('P1', 'C', 'SUCCEEDED')
    await pay(always, 'B')
    await pay(always, 'C')
    await pay(always, 'C')
    await expect.poll(() => heard.map(({ originalReference }) => originalReference)).toEqual(['C'])
    expect(heard[0]).toMatchObject({ service: 'DISB', type: 'TRANSFER', amount: '5000.00', outcome: { status: 'SUCCEEDED' } })
    expect(always.callBacks).toEqual([{ reference: 'C', status: 'RETURNED', answered: 200 }])
  })

  it('calls back what it has left open, twice and with the opposite where it is told to', async () => {
    const heard: string[] = []
    const gateway = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      heard.push(`${request.url?.split('/').at(-2)} ${(JSON.parse(body) as { status: string }).status} ${request.headers['x-client-id']}`)
      response.writeHead(200).end('{}')
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    ends.push(async () => gateway.close())
    const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    const partners = [{ code: 'P1', ...KEY, gateway: { clientId: 'gw-p1', secret: 'its own' } }]
    const started = await simulator({ partners, gatewayUrl, callBackMs: 1, rates: { twice: 1, contradict: 1 } })
    started.decide('P1', 'A', 'PENDING')
    await ask(started.addressOf('P1'), '/inquiries', { reference: 'A', amount: '1.00', occurredAt: '2026-01-05T10:00:00.000+07:00' })
    await expect.poll(() => heard).toEqual(['A SUCCEEDED gw-p1', 'A SUCCEEDED gw-p1', 'A FAILED gw-p1'])
    expect(started.callBacks.map(({ answered }) => answered)).toEqual([200, 200, 200])
  })

  it('is decided on by hand from the same machine', async () => {
    const { address } = await simulator()
    const control = (what: string, body: object) => fetch(`${address}/control/${what}`, { method: 'POST', body: JSON.stringify(body) })
    expect((await control('fates', { partner: 'P1', reference: 'H1', fate: 'FAILED' })).status).toBe(200)
    const [, answer] = await ask(`${address}/partners/P1`, '/inquiries', { reference: 'H1', amount: '1.00', occurredAt: '2026-01-05T10:00:00.000+07:00' })
    expect(JSON.parse(answer)).toMatchObject({ code: '51' })
    expect((await control('fates', { partner: 'P1', reference: 'H1', fate: 'LUCKY' })).status).toBe(400)
    expect(await (await fetch(address)).json()).toMatchObject({ seed: 1, partners: [{ code: 'P1', transactions: 1 }] })
  })
})

it('runs in a process of its own and ends with whoever started it', async () => {
  const started = await startSimulatorProcess({ seed: 5, partners: [{ code: 'P1', ...KEY }] })
  expect(await (await fetch(started.address)).json()).toMatchObject({ seed: 5 })
  await started.end()
  await expect(fetch(started.address)).rejects.toThrow()
})

describe('its environment', () => {
  it('says seed, port, rates and keys', () => {
    const env = { PARTNER_SIMULATOR_PORT: '9100', PARTNER_SIMULATOR_SEED: '4', PARTNER_SIMULATOR_RATE_NOT_JSON: '0.25', PARTNER_SIMULATOR_PARTNER: 'VCB' }
    expect(settingsOf(env)).toMatchObject({ port: 9100, seed: 4, rates: { notJson: 0.25, late: 0 }, partners: [{ code: 'VCB', clientId: 'portal' }] })
  })

  it('is refused with the name of what is wrong', () => {
    expect(() => settingsOf({ PARTNER_SIMULATOR_RATE_LATE: '2' })).toThrow('PARTNER_SIMULATOR_RATE_LATE=2 is not a number from 0 to 1.')
    expect(() => settingsOf({ PARTNER_SIMULATOR_GATEWAY_URL: 'nowhere' })).toThrow('PARTNER_SIMULATOR_GATEWAY_URL is not an address.')
  })
})
