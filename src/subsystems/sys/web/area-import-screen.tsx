import { areaChildren, areaOptions, listAreas, listSuccessions } from '#core/masterdata/contract/area.ts'
import { importAreas } from '#core/masterdata/contract/area-import.ts'
import { importScreen } from '#platform/web/kit/import-screen.tsx'

export default importScreen(importAreas, { module: 'masterdata', invalidates: [listAreas, listSuccessions, areaChildren, areaOptions] })
