import type { FastifyInstance } from 'fastify'
import { click, login, logout, refreshTokens, tokenExchange, userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { DEMO_PASSWORD } from '#core/iam/contract/sign-in/demo.ts'
import { demoTotpSecret, otpAt, stepOf } from '#core/iam/server/public.ts'
import type { SubsystemCode } from '#kernel/applications.ts'
import type { Contract, OutputOf, RawInputOf } from '#kernel/contract.ts'
import type { Runtime } from '#platform/server/module.ts'
import { type CallOptions, type Reply, send } from './app.ts'

export interface Credentials {
  account: string
  password: string
  otp: string
  clientId: SubsystemCode
}

/** What a browser keeps of a session: cookies by themselves, tokens in its local storage. */
export interface Browser {
  cookies: Record<string, string>
  tokens: { access_token: string; refresh_token: string } | undefined
  call<C extends Contract>(contract: C, input: RawInputOf<C>, options?: CallOptions): Promise<Reply<OutputOf<C>>>
  signIn(given: Partial<Credentials> & { account: string }, options?: CallOptions): Promise<Reply<OutputOf<typeof login>>>
  refresh(refreshToken?: string, clientId?: SubsystemCode): Promise<Reply<OutputOf<typeof refreshTokens>>>
  switchTo(clientId: SubsystemCode): Promise<Reply<OutputOf<typeof tokenExchange>>>
  click(): Promise<Reply>
  logout(): Promise<Reply>
  info(): Promise<Reply<OutputOf<typeof userInfo>>>
}

/** The code the demo authenticator of an account shows `steps` half minutes from now. */
export function demoOtpOf(runtime: Runtime, account: string, steps = 0): string {
  return otpAt(demoTotpSecret(runtime.config.secretKey, account), stepOf(runtime.clock.now()) + steps)
}

/** A browser with empty storage. Tokens are stored as they arrive, cookies as they are set. */
export function browser(app: FastifyInstance, runtime: Runtime, facts: { ip?: string } = {}): Browser {
  let clientId: SubsystemCode = 'PP_QR'
  const self: Browser = {
    cookies: {},
    tokens: undefined,
    async call(contract, input, options = {}) {
      const cookie = Object.entries(self.cookies).map(([name, value]) => `${name}=${value}`)
      const headers: Record<string, string> = { ...(cookie.length > 0 ? { cookie: cookie.join('; ') } : {}), ...options.headers }
      if (self.tokens && !('authorization' in headers)) headers.authorization = `Bearer ${self.tokens.access_token}`
      const reply = await send(facts.ip === undefined ? app : from(app, facts.ip), contract, input, { ...options, headers })
      for (const line of [reply.headers['set-cookie'] ?? []].flat()) keepCookie(self.cookies, String(line))
      return reply
    },
    async signIn(given, options) {
      clientId = given.clientId ?? 'PP_QR'
      const reply = await self.call(login, { password: DEMO_PASSWORD, otp: demoOtpOf(runtime, given.account), ...given, clientId }, options)
      if (reply.status === 200) self.tokens = reply.data?.tokenData
      return reply
    },
    async refresh(refreshToken = self.tokens?.refresh_token ?? '', client = clientId) {
      const reply = await self.call(refreshTokens, { refreshToken, clientId: client })
      if (reply.status === 200 && reply.data) self.tokens = reply.data
      return reply
    },
    async switchTo(client) {
      const reply = await self.call(tokenExchange, { clientId: client })
      if (reply.status === 200 && reply.data) {
        self.tokens = reply.data
        clientId = client
      }
      return reply
    },
    click: () => self.call(click, {}),
    logout: () => self.call(logout, { refreshToken: self.tokens?.refresh_token ?? '', clientId }),
    info: () => self.call(userInfo, {}),
  }
  return self
}

function keepCookie(cookies: Record<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const [name = '', value = ''] = pair.split('=')
  if (/; Max-Age=0(;|$)/i.test(line)) delete cookies[name]
  else cookies[name] = value
}

/** The same app, called from another address. */
function from(app: FastifyInstance, remoteAddress: string): FastifyInstance {
  return { inject: (options: object) => app.inject({ ...options, remoteAddress }) } as unknown as FastifyInstance
}
