import type { PartnerKind } from '#core/organisation/contract/unit.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { createPartner, createPartnerCredential } from '../partners.ts'
import { createStaff } from '../staff.ts'
import { createUnits, type UnitPlace } from '../units.ts'
import { DEMO_PARTNERS, type DemoScale, demoClientId, demoStaff, demoUnits } from './plan.ts'

export interface DemoOrganisation {
  units: UnitPlace[]
  partners: { id: string; code: string; kind: PartnerKind; bin: string | undefined; clientId: string; secret: string }[]
  /** Number of members of staff created. */
  staff: number
}

/** Fills an empty organisation with the demo world; the same at every run but for the gateway secrets, which are random. */
export async function seedDemoOrganisation(tx: Tx, runtime: Pick<Runtime, 'config'>, scale: DemoScale): Promise<DemoOrganisation> {
  const units = await createUnits(tx, demoUnits(scale))
  const unitIds = new Map(units.map((unit) => [unit.code, unit.id]))
  const partners: DemoOrganisation['partners'] = []
  for (const { code, name, shortName, kind, bin } of DEMO_PARTNERS) {
    const id = await createPartner(tx, { code, name, shortName, kind, bin })
    partners.push({ id, code, kind, bin, ...(await createPartnerCredential(tx, runtime.config, { partnerId: id, clientId: demoClientId(code) })) })
  }
  const partnerIds = new Map(partners.map((partner) => [partner.code, partner.id]))
  const staff = await createStaff(
    tx,
    demoStaff(scale).map((person) => ({
      code: person.code,
      fullName: person.fullName,
      mobile: person.mobile,
      email: person.email,
      positions: [person.position],
      unitId: person.unitCode === undefined ? undefined : unitIds.get(person.unitCode),
      partnerId: person.partnerCode === undefined ? undefined : partnerIds.get(person.partnerCode),
    })),
  )
  return { units, partners, staff: staff.length }
}
