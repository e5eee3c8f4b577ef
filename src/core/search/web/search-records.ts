import { call } from '#platform/web/api/call.ts'
import type { PortalSetup } from '#platform/web/shell/preferences/setup.ts'
import { searchRecords as contract } from '../contract/search.ts'

/** Records by code or name, for the command palette; the signal takes a question back. */
export const searchRecords: PortalSetup['searchRecords'] = (text, signal) => call(contract, { text }, { signal })
