import UploadOutlined from '@ant-design/icons/UploadOutlined'
import type { Contract } from '#kernel/contract.ts'
import type { Action } from '../actions/action.ts'
import { visit } from '../actions/actions.tsx'

/** Which import a page shows stands in its address: whoever leaves or reloads the page comes back to it. */
export const IMPORT_PARAMETER = '_import'
/** In the place of one: the page begins anew, also where an earlier import is still open in its tab. */
export const NEW_IMPORT = 'new'

/** The button of a list that leads to its import. */
export const visitImport = <Row,>(path: string, contract: Pick<Contract, 'permission' | 'fires'>): Action<Row> =>
  visit<Row>(`${path}?${IMPORT_PARAMETER}=${NEW_IMPORT}`, contract, { key: 'importFile', icon: <UploadOutlined /> })
