import { expect, it } from 'vitest'
import { createLogger, isSecretName } from './logging.ts'

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger('info', { write: (line) => lines.push(line) }))
  return lines.join('')
}

it('never writes a secret, wherever it stands', () => {
  const text = logged((log) => {
    log.info({ password: 'hunter2', user: { newPwd: 'hunter3', tokens: [{ access_token: 'hunter4' }] } }, 'one')
    log.child({ authorization: 'Bearer hunter5' }).info({ headers: { cookie: 'hunter6', 'x-signature': 'hunter7' } }, 'two')
    log.info({ otp: 123456, clientSecret: Buffer.from('hunter8'), refreshToken: 'hunter9' }, 'three')
    log.error(Object.assign(new Error('failed'), { detail: 'Key (token)=(hunter0)', parameters: ['hunter1'] }), 'four')
    log.error({ error: Object.assign(new Error('failed'), { detail: 'hunter2', cause: { secret: 'hunter3' } }) }, 'five')
  })
  expect(text.split('\n')).toHaveLength(6)
  expect(text).not.toMatch(/hunter|123456/)
})

it('keeps what an operator needs', () => {
  const line = JSON.parse(
    logged((log) => log.error({ error: Object.assign(new Error('lost'), { code: '57P01' }), traceId: 't', ms: 3, passwordChanged: true }, 'request failed')),
  )
  expect(line).toMatchObject({ level: 'error', message: 'request failed', traceId: 't', ms: 3, error: { message: 'lost', code: '57P01' } })
  expect(line.error.stack).toContain('logging.test.ts')
  expect(line.time).toMatch(/^\d{4}-/)
})

it.each([
  'password',
  'oldPassword',
  'newPwd',
  'access_token',
  'refreshToken',
  'Authorization',
  'set-cookie',
  'otp',
  'clientSecret',
  'apiKey',
  'X-Signature',
  'secretKey',
])('%s is a secret name', (name) => {
  expect(isSecretName(name)).toBe(true)
})
it.each(['account', 'code', 'key', 'status', 'compass', 'externalRef', 'tokenType'])('%s is none', (name) => {
  expect(isSecretName(name)).toBe(false)
})

it('copes with what cannot be written as JSON', () => {
  const loop: Record<string, unknown> = { amount: 10n }
  loop.self = loop
  expect(logged((log) => log.info(loop, 'loop'))).toContain('"amount":"10"')
})
