import { seedAdministrativeAreas, seedDemoLists, syncParameters } from '#core/masterdata/server/public.ts'
import { paymentParameters } from '#core/payments/contract/parameters.ts'
import type { Runtime } from '#platform/server/module.ts'

/** What every system holds before it serves: administrative areas, the declared parameters; lists, the first time, in a demo. Safe to repeat; about 2 s the first time. */
export async function prepareMasterData(runtime: Runtime): Promise<void> {
  await runtime.db.transaction().execute(async (tx) => {
    const first = await seedAdministrativeAreas(tx)
    if (first && runtime.config.demo) await seedDemoLists(tx, runtime)
    await syncParameters(tx, paymentParameters)
  })
}
