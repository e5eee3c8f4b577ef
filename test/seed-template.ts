import { seedDemoUsers } from '#core/iam/server/public.ts'
import { seedDemoOrganisation } from '#core/organisation/server/public.ts'
import { registerServices } from '#core/payments/server/public.ts'
import type { Connection } from '#platform/server/database/connect.ts'
import { createLogger } from '#platform/server/logging.ts'
import { WORKPLACES } from '../src/app/applications.ts'
import { paymentServices } from '../src/app/plugs/services.ts'
import { createRuntime, syncCatalogue, systemRegistry } from '../src/app/server.ts'
import { testConfig } from './config.ts'

/** Fills the template database once a run, so that every test starts from the same small world: permissions, organisation, users, payment services. */
export async function seedTemplate(template: Connection & { connectionString: string }): Promise<void> {
  const runtime = createRuntime(testConfig(), template, createLogger('silent'))
  await syncCatalogue(runtime.db, systemRegistry())
  await runtime.db.transaction().execute(async (tx) => {
    await seedDemoOrganisation(tx, runtime, 'small')
    await seedDemoUsers(tx, runtime, WORKPLACES)
    await registerServices(tx, paymentServices)
  })
}
