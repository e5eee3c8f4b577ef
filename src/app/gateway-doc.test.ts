import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildRegistry } from '#platform/server/http/registry.ts'
import { openApiDocument } from '#platform/server/openapi/openapi.ts'
import { counterPayout } from '../../test/fixtures/counter-payout.ts'
import { GATEWAY_FILE, gatewayDocument } from './gateway-doc.ts'
import { composeModules } from './modules.ts'
import { paymentServices } from './plugs/services.ts'

const declarations = (services: typeof paymentServices) => services.map(({ declaration }) => declaration)
const text = readFileSync(GATEWAY_FILE, 'utf8')

it('docs/gateway.md names the fields of every service (npm run docs)', () => {
  expect(gatewayDocument(text, declarations(paymentServices))).toBe(text)
  expect(text).toMatch(/\*\*DISB PAYOUT\*\*.*a channel reports only its outcome/)
  const more = gatewayDocument(text, declarations([...paymentServices, ...counterPayout.services]))
  expect(more).toContain('**CTP PAYOUT**: Payout at a counter; money out, fee and tax beside the amount.')
  expect(more).toContain('| `merchantCode` | code | needed |')
  expect(more).toContain('| `receiver` | name | needed |')
})

it('the OpenAPI document has a body for each service and type', () => {
  const document = openApiDocument(buildRegistry(composeModules(counterPayout)), { title: 'x', version: '1' }, 'en')
  const body = document.paths['/og-001/v1/transactions']?.post?.requestBody
  const schema = JSON.stringify(body)
  for (const part of ['"const":"QR"', '"const":"PAYMENT"', '"merchantCode"', '"const":"CTP"', '"const":"PAYOUT"', '"officeCode"', '"externalRef"'])
    expect(schema).toContain(part)
})
