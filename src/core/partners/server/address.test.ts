import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { testRuntime } from '../../../../test/app.ts'
import { testPartner } from '../../../../test/partners.ts'
import { isPublicAddress } from './address.ts'
import { partnerConnector } from './connector.ts'
import { Line, NoAnswer } from './transport.ts'

it.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.2.1', '192.168.1.1'],
  ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', 'fc00::1', 'fd12::1', 'fe80::1'],
  ...['ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::', 'no address'],
])('%s is no address of the public internet', (address) => expect(isPublicAddress(address)).toBe(false))

it.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '193.0.0.1', '2606:4700::1111', '2001:4860:4860::8888'])('%s is one', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

it('a partner outside demo mode is not called at an address of one’s own, by number or by name, and not without TLS', async () => {
  const called: string[] = []
  const server = createServer((request, response) => {
    called.push(String(request.url))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const line = new Line(false)
  const posting = { headers: {}, body: Buffer.from('{}'), timeoutMs: 2_000, maxBytes: 1_000 }
  const hosts = [
    `https://127.0.0.1:${port}`,
    `https://[::1]:${port}`,
    `https://localhost:${port}`,
    `https://2130706433:${port}`,
    `https://0x7f.1:${port}`,
    'http://8.8.8.8',
  ]
  for (const host of hosts) {
    const refused = await line.post({ url: new URL(`${host}/inquiries`), ...posting }).catch((reason: unknown) => reason)
    expect(refused, host).toBeInstanceOf(NoAnswer)
    expect(refused, host).toMatchObject({ fault: 'ADDRESS', sent: false })
  }
  server.close()
  expect(called).toEqual([])
})

it('what is asked then is UNKNOWN and has not left', async () => {
  const runtime = await testRuntime({ config: { demo: false } })
  const bank = await testPartner(runtime)
  const answer = await partnerConnector(runtime).inquire(bank.id, { reference: 'R1', amount: '1000.00', occurredAt: new Date() })
  expect(answer).toMatchObject({ verdict: 'UNKNOWN', fault: 'ADDRESS', sent: false })
  expect(bank.simulator.asked).toEqual([])
  await bank.simulator.close()
  await runtime.database.drop()
})
