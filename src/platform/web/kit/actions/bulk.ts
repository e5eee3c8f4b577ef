import type { ReactNode } from 'react'
import type { BulkContract, BulkOutput, Contract, RawInputOf } from '#kernel/contract.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKeyOf } from '../../api/use-query.ts'

/** One thing that may be done with several rows at once; each row is done or refused by itself. */
export interface BulkAction<Row> {
  key: string
  label: string
  /** Heading of the dialog that asks once more. */
  title: string
  permission?: string
  danger: boolean
  /** Rows that it can be done with; only they are sent. */
  when: (row: Row) => boolean
  /** 'needed': the action waits for one; undefined: there is no field. */
  reason: 'needed' | 'optional' | undefined
  /** What a row is called. */
  name: (row: Row) => string
  facts: readonly ((row: Row) => ReactNode)[]
  summary: ((rows: readonly Row[]) => ReactNode) | undefined
  run: (rows: readonly Row[], reason: string) => Promise<BulkOutput>
}

interface Declaration<Row, C extends BulkContract> extends Partial<Pick<BulkAction<Row>, 'danger' | 'when' | 'facts' | 'summary' | 'permission'>> {
  key: string
  label: string
  title: string
  name: (row: Row) => string
  contract: C
  /** What is sent beside the rows. */
  input: (reason: string) => Omit<RawInputOf<C>, 'rows'>
  reason?: 'needed' | 'optional'
  /** Reads that are out of date afterwards. */
  invalidates?: readonly Contract[]
  onDone?: () => void
}

/** An action from its contract (defineBulk). Made while the screen is drawn: useBulkActions of listScreen. */
export function bulkAction<Row extends { id: string; version: number }, C extends BulkContract>(declaration: Declaration<Row, C>): BulkAction<Row> {
  const { contract, input, invalidates = [], onDone, reason, danger = false, when = () => true, facts = [], summary, ...rest } = declaration
  return {
    ...rest,
    danger,
    when,
    facts,
    summary,
    reason,
    run: async (rows, text) => {
      try {
        return (await call(contract, { ...input(text), rows: rows.map(({ id, version }) => ({ id, version })) } as RawInputOf<C>)) as BulkOutput
      } finally {
        for (const stale of invalidates) void queryClient.invalidateQueries({ queryKey: queryKeyOf(stale) })
        onDone?.()
      }
    },
  }
}
