import type { z } from 'zod'
import type { ErrorDefinition } from '#kernel/errors.ts'
import type { ImportContract } from '#kernel/import.ts'
import { fill, type Params, type Text } from '#kernel/language.ts'
import { ruleText, type ValidationRule } from '#kernel/validation-texts.ts'
import type { AuditLog } from '../audit/audit.ts'
import type { Tx } from '../database/db.ts'

/** A row that is valid by itself. */
export interface ImportRow<Value> {
  /** As the spreadsheet program shows it. */
  number: number
  value: Value
}

/** A row with a fault: those of its fields that are right, and which are not (null: the row as a whole). */
export interface PartOfRow<Value> {
  number: number
  value: Partial<Value>
  wrong: ReadonlySet<string | null>
}

/** What is wrong with a row, in both languages: whoever looks at it may speak the other one. */
export interface RowProblem extends Text {
  number: number
  /** Null when it concerns the row as a whole. */
  field: string | null
}

export interface ImportContext {
  tx: Tx
  /** For entries about single records; the one about the import as a whole is written by the platform. */
  audit: AuditLog
  now: Date
  /** Who imports. */
  userId: string
  account: string
  importId: string
  fileName: string
  /** What came with the file, as the contract asks for it, and what `begin` has added. */
  input: Readonly<Record<string, string>>
}

/** What a module does with the rows of one import. Both steps work in bulk: there may be 50,000 rows. */
export interface ImportHandler<Value = never> {
  contract: ImportContract
  /**
   * What is wrong with rows among each other and with what is stored; all that are given are valid by themselves. Changes nothing.
   * Asked at the preview and once more, with the rows that shall be kept, in the transaction that keeps them. `partly`: rows with a fault,
   * so that a person learns in one round all that is wrong with them; they are not kept.
   */
  check(rows: readonly ImportRow<Value>[], ctx: ImportContext, partly: readonly PartOfRow<Value>[]): Promise<RowProblem[]>
  /**
   * Keeps all the rows. Answers what was made of them, as counts (labels `fields.<entity>Result`); or, before it has changed anything,
   * what has become wrong since the check: then nothing is kept, and the import goes back to the preview with these.
   */
  apply(rows: readonly ImportRow<Value>[], ctx: ImportContext): Promise<Record<string, number> | RowProblem[]>
}

/** Ties an import to what its module does with the rows; listed under `imports` of the module. */
export function handleImport<R extends z.ZodRawShape>(
  contract: ImportContract<R>,
  steps: Omit<ImportHandler<z.output<z.ZodObject<R>>>, 'contract'>,
): ImportHandler {
  return { contract, ...steps } as unknown as ImportHandler
}

/** A problem in the words of an error of the module. */
export function rowProblem(number: number, field: string | null, definition: ErrorDefinition, params: Params = {}): RowProblem {
  return { number, field, vi: fill(definition.vi, params, 'vi'), en: fill(definition.en, params, 'en') }
}

/** A problem in the words of validation. */
export function ruleProblem(number: number, field: string, rule: ValidationRule, params: Record<string, string | number> = {}): RowProblem {
  return { number, field, vi: ruleText(rule, 'vi', params), en: ruleText(rule, 'en', params) }
}
