import { importUsers } from '#core/iam/contract/access/user-import.ts'
import { listUsers } from '#core/iam/contract/access/users.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { visitImport } from '#platform/web/kit/import/visit-import.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { ApplicationFilter, RoleFilter } from '../inputs.tsx'
import { userActions, viewUser } from './user-actions.tsx'

/** The list of users; `import` is the address of their import. */
export default function usersScreen(paths: { import: string }) {
  return listScreen(listUsers, {
    filters: [
      'text',
      'status',
      { field: 'roleId', input: RoleFilter },
      { field: 'unitId', input: UnitSelect },
      { field: 'application', input: ApplicationFilter },
      'scopeKind',
    ],
    columns: [
      { field: 'account', fixed: 'start', opens: viewUser },
      'fullName',
      'place',
      'roles',
      'status',
      'lastSignInAt',
      'scopeKind',
      'authenticator',
      { field: 'applications', hidden: true },
      { field: 'mobile', hidden: true },
      { field: 'email', hidden: true },
      { field: 'createdAt', hidden: true },
    ],
    actions: [visitImport(paths.import, importUsers), ...userActions],
  })
}
