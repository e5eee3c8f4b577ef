import type { Registrar } from '#platform/server/module.ts'
import { moneyBoard, remindCouriers } from '../../contract/board.ts'
import { board } from './board.ts'
import { remind } from './remind.ts'

export function registerBoard(on: Registrar): void {
  on.query(moneyBoard, board)
  on.command(remindCouriers, remind)
}
