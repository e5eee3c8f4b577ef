import { staleRequestDays } from '#core/approvals/contract/parameters.ts'
import { cashParameters } from '#core/cash/contract/parameters.ts'
import { disbursementParameters } from '#core/disbursement/contract/parameters.ts'
import { incidentParameters } from '#core/incidents/contract/parameters.ts'
import { ledgerParameters } from '#core/ledger/contract/parameters.ts'
import { seedAdministrativeAreas, seedDemoLists, syncParameters } from '#core/masterdata/server/public.ts'
import { merchantParameters } from '#core/merchants/contract/parameters.ts'
import { outcomeParameters } from '#core/outcomes/contract/parameters.ts'
import { paymentParameters } from '#core/payments/contract/parameters.ts'
import { registerServices } from '#core/payments/server/public.ts'
import { settlementParameters } from '#core/settlements/contract/parameters.ts'
import { codeParameters } from '#core/vietqr/contract/parameters.ts'
import type { Runtime } from '#platform/server/module.ts'
import { cfmParameters } from '#subsystems/cfm/contract/parameters.ts'
import { depositParameters } from '#subsystems/cob/contract/deposit-parameters.ts'
import { keyAccountParameters } from '#subsystems/cob/contract/key-accounts/parameters.ts'
import { cobParameters } from '#subsystems/cob/contract/parameters.ts'
import { debtLevels } from '#subsystems/cob/contract/reports.ts'
import { watchParameters } from '#subsystems/cob/contract/watch-parameters.ts'
import { qrParameters } from '#subsystems/qr/contract/parameters.ts'
import { sdkParameters } from '#subsystems/sdk/contract/parameters.ts'
import { paymentServices } from './plugs/services.ts'

/** What every system holds before it serves: administrative areas, the declared parameters, the payment services; lists, the first time, in a demo. Safe to repeat; about 2 s the first time. */
export async function prepareMasterData(runtime: Runtime): Promise<void> {
  await runtime.db.transaction().execute(async (tx) => {
    const first = await seedAdministrativeAreas(tx)
    if (first && runtime.config.demo) await seedDemoLists(tx, runtime)
    await syncParameters(tx, [
      ...paymentParameters,
      ...outcomeParameters,
      ...disbursementParameters,
      ...merchantParameters,
      ...codeParameters,
      ...settlementParameters,
      ...qrParameters,
      ...sdkParameters,
      ...debtLevels,
      ...depositParameters,
      ...watchParameters,
      ...cfmParameters,
      ...cobParameters,
      ...keyAccountParameters,
      ...cashParameters,
      ...ledgerParameters,
      ...incidentParameters,
      staleRequestDays,
    ])
    await registerServices(tx, paymentServices)
  })
}
