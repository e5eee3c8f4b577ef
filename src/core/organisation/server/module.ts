import { communeByStaff, districtByStaff, provinceByStaff, searchStaff, searchUnits } from '#core/organisation/contract/unit.ts'
import { en } from '#core/organisation/labels/en.ts'
import { vi } from '#core/organisation/labels/vi.ts'
import { defineModule } from '#platform/server/module.ts'
import { staffOf } from './staff.ts'
import { findUnits, stepsDown } from './unit-tree.ts'

export const organisationModule = defineModule({
  name: 'organisation',
  labels: { vi, en },
  register(on) {
    on.query(searchUnits, (input, ctx) => findUnits(input, ctx.scope))
    on.query(provinceByStaff, (_input, ctx) => stepsDown('PROVINCE', undefined, ctx.scope))
    on.query(districtByStaff, ({ parentId }, ctx) => stepsDown('DISTRICT', parentId, ctx.scope))
    on.query(communeByStaff, ({ parentId }, ctx) => stepsDown('OFFICE', parentId, ctx.scope))
    on.list(searchStaff, {
      query: ({ filter }, ctx) => staffOf(filter, ctx.scope),
      key: 's.id',
      sort: { code: 's.code', fullName: 's.full_name' },
    })
  },
})
