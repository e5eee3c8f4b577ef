import { en as boardEn } from '#subsystems/cob/labels/board/en.ts'
import { vi as boardVi } from '#subsystems/cob/labels/board/vi.ts'
import { en as couriersEn } from '#subsystems/cob/labels/couriers/en.ts'
import { vi as couriersVi } from '#subsystems/cob/labels/couriers/vi.ts'
import { en as depositsEn } from '#subsystems/cob/labels/deposits/en.ts'
import { vi as depositsVi } from '#subsystems/cob/labels/deposits/vi.ts'
import { en as cobEn } from '#subsystems/cob/labels/en.ts'
import { en as issuancesEn } from '#subsystems/cob/labels/issuances/en.ts'
import { vi as issuancesVi } from '#subsystems/cob/labels/issuances/vi.ts'
import { en as itemsEn } from '#subsystems/cob/labels/items/en.ts'
import { vi as itemsVi } from '#subsystems/cob/labels/items/vi.ts'
import { en as keyAccountsEn } from '#subsystems/cob/labels/key-accounts/en.ts'
import { vi as keyAccountsVi } from '#subsystems/cob/labels/key-accounts/vi.ts'
import { en as reportsEn } from '#subsystems/cob/labels/reports/en.ts'
import { vi as reportsVi } from '#subsystems/cob/labels/reports/vi.ts'
import { en as settlementsEn } from '#subsystems/cob/labels/settlements/en.ts'
import { vi as settlementsVi } from '#subsystems/cob/labels/settlements/vi.ts'
import { vi as cobVi } from '#subsystems/cob/labels/vi.ts'
import { en as watchEn } from '#subsystems/cob/labels/watch/en.ts'
import { vi as watchVi } from '#subsystems/cob/labels/watch/vi.ts'

/** The words of cash on delivery, by the part of it that they belong to. */
export const codVi = {
  ...cobVi,
  board: boardVi,
  couriers: couriersVi,
  deposits: depositsVi,
  issuances: issuancesVi,
  items: itemsVi,
  keyAccounts: keyAccountsVi,
  reports: reportsVi,
  settlements: settlementsVi,
  watch: watchVi,
}
export const codEn: typeof codVi = {
  ...cobEn,
  board: boardEn,
  couriers: couriersEn,
  deposits: depositsEn,
  issuances: issuancesEn,
  items: itemsEn,
  keyAccounts: keyAccountsEn,
  reports: reportsEn,
  settlements: settlementsEn,
  watch: watchEn,
}
