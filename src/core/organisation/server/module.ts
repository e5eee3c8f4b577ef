import { organisationErrors } from '#core/organisation/contract/errors.ts'
import { partnerOptions } from '#core/organisation/contract/partner.ts'
import { searchStaff, staffTree } from '#core/organisation/contract/staff.ts'
import { communeByStaff, districtByStaff, provinceByStaff, searchUnits } from '#core/organisation/contract/unit.ts'
import { en } from '#core/organisation/labels/en.ts'
import { vi } from '#core/organisation/labels/vi.ts'
import { oneOf, within, words } from '#platform/server/list/where.ts'
import { defineModule, type ServerModule } from '#platform/server/module.ts'
import { organisationReferences } from './audit-references.ts'
import { findPartners } from './partner-options.ts'
import type { OrganisationSetup } from './setup.ts'
import { staffOf, unitsWithStaff } from './staff.ts'
import { registerStaffChanges } from './staff-changes.ts'
import { registerUnitChanges } from './unit-changes.ts'
import { findUnits, stepsDown } from './unit-tree.ts'

export const organisationModule = (setup: OrganisationSetup): ServerModule =>
  defineModule({
    name: 'organisation',
    audit: {
      references: organisationReferences,
      subjects: {
        'organisation.unit': { vi: 'Đơn vị', en: 'Unit' },
        'organisation.staff': { vi: 'Nhân viên', en: 'Staff member', fields: { partnerId: { vi: 'Đối tác', en: 'Partner' } } },
      },
    },
    labels: { vi, en },
    errors: organisationErrors,
    register(on) {
      on.query(searchUnits, (input, ctx) => findUnits(input, ctx.scope))
      on.query(provinceByStaff, (_input, ctx) => stepsDown('PROVINCE', undefined, ctx.scope))
      on.query(districtByStaff, ({ parentId }, ctx) => stepsDown('DISTRICT', parentId, ctx.scope))
      on.query(communeByStaff, ({ parentId }, ctx) => stepsDown('OFFICE', parentId, ctx.scope))
      on.list(searchStaff, {
        query: ({ scope }) => staffOf(scope),
        where: { text: words('s.code', 's.full_name', 's.mobile', 's.email'), unitId: within('s'), status: oneOf('s.status') },
        key: 's.id',
        sort: { code: 's.code', fullName: 's.full_name' },
      })
      on.query(partnerOptions, findPartners)
      on.query(staffTree, (input, ctx) => unitsWithStaff(input, ctx.scope))
      registerUnitChanges(on, setup)
      registerStaffChanges(on, setup)
    },
  })
