import { importScreen } from '#platform/web/kit/import/import-screen.tsx'
import { findCase, listCases } from '../contract/cases.ts'
import { importResults } from '../contract/result-file.ts'

/** A file in which a partner says what became of transactions. */
export default importScreen(importResults, { invalidates: [listCases, findCase] })
