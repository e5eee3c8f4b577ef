import type { Registrar } from '#platform/server/module.ts'
import {
  assignIssuanceLine,
  assignIssuanceLines,
  findIssuanceLine,
  listIssuanceLines,
  noticesOf,
  printNotices,
  recordAttempt,
} from '../../contract/issuances/lines.ts'
import {
  cancelIssuance,
  closeIssuance,
  createIssuance,
  findIssuance,
  issuanceOptions,
  listIssuances,
  replaceIssuanceLines,
  submitIssuance,
  updateIssuance,
} from '../../contract/issuances/lots.ts'
import { submit } from './approval.ts'
import { create, replaceLines, update } from './draft.ts'
import { issuanceChoices, issuanceDetail, issuanceList, lineDetail, lineList } from './lists.ts'
import { noticed, print } from './notices.ts'
import { cancel, close } from './steps.ts'
import { assign, record } from './visits.ts'

/** Collection requests: lots, their lines, and what came of each visit. */
export function registerIssuances(on: Registrar): void {
  on.list(listIssuances, issuanceList)
  on.query(findIssuance, issuanceDetail)
  on.query(issuanceOptions, issuanceChoices)
  on.command(createIssuance, create)
  on.command(replaceIssuanceLines, replaceLines)
  on.command(updateIssuance, update)
  on.command(submitIssuance, submit)
  on.command(closeIssuance, close)
  on.command(cancelIssuance, cancel)
  on.list(listIssuanceLines, lineList)
  on.query(findIssuanceLine, lineDetail)
  on.command(assignIssuanceLine, ({ id, version, ...given }, ctx) => assign({ id, version }, given, ctx))
  on.bulk(assignIssuanceLines, async (row, given, ctx) => void (await assign(row, given, ctx)))
  on.command(recordAttempt, record)
  on.download(printNotices, print)
  on.query(noticesOf, noticed)
}
