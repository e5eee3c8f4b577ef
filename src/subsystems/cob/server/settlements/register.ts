import type { Registrar } from '#platform/server/module.ts'
import {
  checkCodSettlements,
  downloadCodStatement,
  findCodSettlement,
  keyAccountDebt,
  listCodSettlements,
  listKeyAccountItems,
  listSettlementLines,
  releaseCodSettlement,
  runCodSettlement,
  simulateSettlement,
  submitCodRun,
  withdrawCodSettlement,
} from '../../contract/settlements.ts'
import { check, release, submitRun } from './checking.ts'
import { debtOf, simulate } from './debt.ts'
import { keyItemList, lineList, settlementDetail, settlementList, statementFile } from './list-query.ts'
import { runNow } from './running.ts'
import { withdraw } from './withdrawing.ts'

/** What key accounts are paid, cycle by cycle. */
export function registerSettlements(on: Registrar): void {
  on.list(listCodSettlements, settlementList)
  on.query(findCodSettlement, settlementDetail)
  on.list(listSettlementLines, lineList)
  on.list(listKeyAccountItems, keyItemList)
  on.query(keyAccountDebt, debtOf)
  on.query(simulateSettlement, simulate)
  on.command(runCodSettlement, runNow)
  on.bulk(checkCodSettlements, (row, _input, ctx) => check(row, ctx))
  on.command(releaseCodSettlement, release)
  on.command(withdrawCodSettlement, withdraw)
  on.command(submitCodRun, submitRun)
  on.download(downloadCodStatement, statementFile)
}
