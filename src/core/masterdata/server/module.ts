import { masterdataErrors } from '#core/masterdata/contract/errors.ts'
import { listErrors } from '#core/masterdata/contract/lists/global-list.ts'
import { en } from '#core/masterdata/labels/en.ts'
import { vi } from '#core/masterdata/labels/vi.ts'
import { defineModule } from '#platform/server/module.ts'
import { registerAreaChanges } from './areas/changes.ts'
import { registerAreaDetails } from './areas/find.ts'
import { areaImport } from './areas/import.ts'
import { registerAreaLists } from './areas/lists.ts'
import { registerLocation } from './areas/location.ts'
import { registerSuccession } from './areas/succession.ts'
import { auditNames } from './audit-names.ts'
import { registerLists } from './lists/lists.ts'
import { registerParameterChanges } from './parameters/changes.ts'
import { registerParameters } from './parameters/parameters.ts'
import { masterdataSearch } from './search.ts'

export const masterdataModule = defineModule({
  name: 'masterdata',
  audit: auditNames,
  labels: { vi, en },
  errors: { ...masterdataErrors, ...listErrors },
  wholeSystem: [
    ...['create', 'update', 'import'].map((action) => `category/administrative-area/${action}`),
    ...['global-param', 'global-list'].flatMap((kind) => ['create', 'update', 'delete'].map((action) => `system-config/${kind}/${action}`)),
  ],
  search: masterdataSearch,
  imports: [areaImport],
  register(on) {
    registerAreaLists(on)
    registerAreaDetails(on)
    registerAreaChanges(on)
    registerSuccession(on)
    registerLocation(on)
    registerParameters(on)
    registerParameterChanges(on)
    registerLists(on)
  },
})
