import { listRoles } from '#core/iam/contract/access/roles.ts'
import { listUsers } from '#core/iam/contract/access/users.ts'
import { merchantSearch } from '#core/merchants/server/public.ts'
import { unitSearch } from '#core/organisation/server/public.ts'
import { listPolicies } from '#core/policy/contract/policies.ts'
import { listSearch } from '#core/search/server/public.ts'
import { listCodes } from '#core/vietqr/contract/codes.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { listQrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { paths as qrPaths } from '#subsystems/qr/web/paths.ts'
import { paths as sysPaths } from '#subsystems/sys/web/paths.ts'
import { webManifests } from '../manifests.ts'

/** What the palette finds, and which screen of whom it opens in. */
const opens = (path: string, field: string) => (id: string) => `${path}?${new URLSearchParams({ [field]: id })}`
export const found = [
  merchantSearch(listQrTransactions.permission, opens(qrPaths.transactions, 'merchantId')),
  unitSearch(listQrTransactions.permission, opens(qrPaths.transactions, 'unitId')),
  unitSearch(listUsers.permission, opens(sysPaths.users, 'unitId')),
]

/** Records that are found by what their own lists search. */
export const searchedLists = (registry: () => Registry) => [
  listSearch({ list: listCodes, path: qrPaths.codes, code: 'code', title: 'merchantName' }, registry),
  listSearch({ list: listUsers, path: sysPaths.users, code: 'account', title: 'fullName' }, registry),
  listSearch({ list: listRoles, path: sysPaths.roles, code: 'code', title: 'name' }, registry),
  listSearch({ list: listPolicies, path: sysPaths.managePolicy, code: 'code', title: 'name' }, registry),
]

/** Where each list stands: the screen that asks for the same permission. */
export const placesOfLists = ({ entries }: Registry) =>
  [...entries.values()].flatMap(({ kind, contract: { path: list, permission } }) => {
    const screen = webManifests.flatMap(({ screens }) => screens).find((one) => one.permission === permission && !one.hidden)
    return kind === 'list' && screen ? [{ list, permission, path: screen.path }] : []
  })
