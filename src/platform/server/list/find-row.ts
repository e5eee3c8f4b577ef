import type { z } from 'zod'
import type { Contract, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { wireRow } from './list.ts'

/**
 * The one row of a query as a detail's contract writes it: the fields of its answer that the query selects, instants as texts. A detail
 * narrows the query of its list and adds what the list does not show. Throws SYS-404 when there is no row.
 */
export async function findRow<C extends Contract<z.ZodType, z.ZodObject>, Row extends object>(
  { output }: C,
  query: { executeTakeFirst(): Promise<Row | undefined> },
): Promise<Pick<OutputOf<C>, Extract<keyof OutputOf<C>, keyof Row>>> {
  const row = await query.executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  return wireRow(Object.keys(output.shape), row as Record<string, unknown>) as Pick<OutputOf<C>, Extract<keyof OutputOf<C>, keyof Row>>
}
