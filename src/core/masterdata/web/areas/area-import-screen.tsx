import { areaChildren, areaOptions, listAreas, listSuccessions } from '#core/masterdata/contract/areas/area.ts'
import { importAreas } from '#core/masterdata/contract/areas/area-import.ts'
import { importScreen } from '#platform/web/kit/import/import-screen.tsx'

export default importScreen(importAreas, { invalidates: [listAreas, listSuccessions, areaChildren, areaOptions] })
