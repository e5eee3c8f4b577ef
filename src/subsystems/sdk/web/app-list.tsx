import { PartnerSelect } from '#core/organisation/web/public.ts'
import { act, create, edit, show } from '#platform/web/kit/actions/actions.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { changeApp, createApp, findApp, listApps, lockApp, unlockApp } from '../contract/apps.ts'
import { AppDrawer } from './app-drawer.tsx'
import { AppFields } from './app-fields.tsx'

const view = show(AppDrawer)
const invalidates = [findApp]

/** Apps of partners: what they run on, where they send payers back to, and which of them are locked. */
export default listScreen(listApps, {
  filters: ['text', { field: 'partnerId', input: PartnerSelect }, 'status'],
  columns: [
    { field: 'code', fixed: 'start', opens: view },
    'name',
    'partnerName',
    { field: 'status', width: 110 },
    { field: 'platformNames', width: 130 },
    { field: 'redirectCount', width: 160 },
    'updatedAt',
    'updatedBy',
    { field: 'createdAt', hidden: true },
  ],
  nameOf: ({ name }) => name,
  actions: [
    create(createApp, AppFields, { size: 640 }),
    edit(changeApp, AppFields, { read: findApp, size: 640, invalidates }),
    act(lockApp, { danger: true, ask: ['reason'], invalidates }),
    act(unlockApp, { invalidates }),
  ],
})
