import { importCodes } from '#core/vietqr/contract/code-import.ts'
import { listCodes } from '#core/vietqr/contract/codes.ts'
import { importScreen } from '#platform/web/kit/import/import-screen.tsx'

export default importScreen(importCodes, { invalidates: [listCodes] })
