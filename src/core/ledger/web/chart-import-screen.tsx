import { importScreen } from '#platform/web/kit/import/import-screen.tsx'
import { listAccounts } from '../contract/accounts.ts'
import { importChart, listChart, searchChart } from '../contract/chart.ts'

export default importScreen(importChart, { invalidates: [listChart, searchChart, listAccounts] })
