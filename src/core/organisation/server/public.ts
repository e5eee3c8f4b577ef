/** The door of the organisation: units, partners with gateway credentials, staff. */
export { dice, personName } from './demo/people.ts'
export { demoStaff } from './demo/plan.ts'
export { type DemoOrganisation, seedDemoOrganisation } from './demo/seed.ts'
export { organisationModule } from './module.ts'
export { createPartner, createPartnerCredential, type GatewayPartner, type PartnerInput, partnerByClientId } from './partners.ts'
export { unitSearch } from './search.ts'
export { createStaff, type StaffInput } from './staff.ts'
export { createUnits, headOffice, type UnitInput, type UnitPlace, unitsByCode } from './units.ts'
