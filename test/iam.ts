import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createSessionResolver, iamModule, staffAccounts, syncPermissions, userRegistration } from '#core/iam/server/public.ts'
import { organisationModule } from '#core/organisation/server/public.ts'
import { defineQuery } from '#kernel/contract.ts'
import type { Config } from '#platform/server/config.ts'
import { buildRegistry } from '#platform/server/http/registry.ts'
import { createServer } from '#platform/server/http/server.ts'
import type { Logger } from '#platform/server/logging.ts'
import { defineModule } from '#platform/server/module.ts'
import { applicationOf, DEMO_CLIENT, WORKPLACES } from '../src/app/applications.ts'
import { systemRegistry } from '../src/app/server.ts'
import { type TestClock, type TestRuntime, testClock, testRuntime } from './app.ts'
import { inWords } from './audit-words.ts'
import { type Browser, browser } from './browser.ts'

/** A call that needs a permission, answering who the server thinks is calling. */
export const whoAmI = defineQuery({
  path: '/qr-admin/who/v1/me',
  permission: 'pp-qr/thunghiem/view',
  summary: { vi: 'Who is calling', en: 'Who is calling' },
  input: {},
  output: z.object({ account: z.string(), clientId: z.string() }),
})

const whoModule = defineModule({
  name: 'who',
  register(on) {
    on.query(whoAmI, async (_input, { session }) => ({ account: session.account, clientId: session.clientId }))
  },
})

export interface IamApp {
  app: FastifyInstance
  runtime: TestRuntime
  clock: TestClock
  browser(facts?: { ip?: string }): Browser
  /** A browser that is signed in. */
  signedIn(account: string): Promise<Browser>
  close(): Promise<void>
}

/** Identity and organisation over the real server and a database of their own, with a clock that stands still. */
export async function iamApp(options: { config?: Partial<Config>; log?: Logger } = {}): Promise<IamApp> {
  const clock = testClock()
  const runtime = await testRuntime({ clock, config: options.config })
  if (options.log) runtime.log = options.log
  runtime.audit = inWords(runtime.audit, systemRegistry())
  const permissions = [whoAmI.permission, 'pp-qr/thunghiem/export', 'pp-sys/thunghiem/view', 'pp-gl/thunghiem/view'].map((uri) => ({
    uri,
    application: applicationOf(uri),
  }))
  await runtime.db.transaction().execute((tx) => syncPermissions(tx, permissions, WORKPLACES))
  const app = await createServer({
    runtime,
    registry: buildRegistry([
      organisationModule({ holdsMoney: [], staffAccounts }),
      iamModule({
        holdsMoney: [],
        registration: userRegistration(WORKPLACES),
        wholeSystem: () => new Set<string>(),
        demoClient: DEMO_CLIENT,
        registry: systemRegistry,
      }),
      whoModule,
    ]),
    sessions: createSessionResolver(runtime),
  })
  const self: IamApp = {
    app,
    runtime,
    clock,
    browser: (facts) => browser(app, runtime, facts),
    async signedIn(account) {
      const one = self.browser()
      const reply = await one.signIn({ account })
      if (reply.status !== 200) throw new Error(`${account} cannot sign in: ${reply.code} ${reply.message}`)
      return one
    },
    async close() {
      await app.close()
      await runtime.database.drop()
    },
  }
  return self
}
