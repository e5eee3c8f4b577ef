import { importUsers } from '#core/iam/contract/access/user-import.ts'
import { listUsers } from '#core/iam/contract/access/users.ts'
import { importScreen } from '#platform/web/kit/import/import-screen.tsx'

export default importScreen(importUsers, { invalidates: [listUsers] })
