import { type ColumnMapping, isTable, type StatementField, type StatementFormat, type TableFormat } from '#core/reconciliation/contract/format.ts'

export const KINDS = ['XLSX', 'XLS', 'CSV', 'FIXED', 'MT940', 'CAMT053'] as const
export type Kind = (typeof KINDS)[number]
const EXCEL: readonly Kind[] = ['XLSX', 'XLS']

type Settings = Omit<TableFormat, 'kind' | 'sheet' | 'encoding' | 'delimiter'>

/** What every table begins with. */
const START: Settings = {
  header: { row: 1 },
  columns: [],
  dayPattern: 'DD/MM/YYYY',
  dayAndDocument: false,
  decimal: '.',
  thousands: ',',
  amounts: 'SIGNED',
  debitNegative: false,
  feeNegative: false,
  moneyIn: 'CREDIT',
  fillDown: [],
  skip: [],
  newestFirst: false,
  labels: {},
  balanceIncludes: 'AMOUNT',
  statuses: {},
}

/** The same settings for another kind of file, as far as it has them. */
export function ofKind(kind: Kind, before?: StatementFormat): StatementFormat {
  if (kind === 'MT940') return { kind, encoding: 'AUTO', currency: 'VND' }
  if (kind === 'CAMT053') return { kind, currency: 'VND' }
  const {
    kind: _kind,
    sheet,
    encoding,
    delimiter,
    ...settings
  } = {
    ...START,
    sheet: undefined,
    encoding: 'AUTO',
    delimiter: ',',
    ...(before && isTable(before) ? before : {}),
  } as TableFormat & { sheet?: string; encoding: string; delimiter: string }
  if (EXCEL.includes(kind)) return { kind, ...(sheet === undefined ? {} : { sheet }), ...settings } as StatementFormat
  return { kind, ...settings, encoding, ...(kind === 'CSV' ? { delimiter } : {}) } as StatementFormat
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase().trim()

/** What a column of the file is, by its title or its place from the left (from 0). */
export function fieldAt({ columns }: Pick<TableFormat, 'columns'>, titles: readonly string[], at: number): StatementField | undefined {
  const title = folded(titles[at] ?? '')
  return columns.find(({ by }) => ('name' in by ? title !== '' && folded(by.name) === title : 'place' in by && by.place === at + 1))?.field
}

/** The table with one column read as a field, or as none; a field is read from one column alone. */
export function withField<T extends TableFormat>(format: T, titles: readonly string[], at: number, field: StatementField | undefined): T {
  const before = fieldAt(format, titles, at)
  const others = format.columns.filter((one) => one.field !== before && one.field !== field)
  const title = titles[at]?.trim()
  const by: ColumnMapping['by'] = title && format.header !== undefined ? { name: title } : { place: at + 1 }
  return withColumns(format, field === undefined ? others : [...others, { field, by }])
}

/** The table with these columns: how amounts are written follows from which of them there are. */
export function withColumns<T extends TableFormat>(format: T, columns: ColumnMapping[]): T {
  const fields = columns.map(({ field }) => field)
  const amounts = fields.includes('debit') || fields.includes('credit') ? 'DEBIT_CREDIT' : fields.includes('sign') ? 'SIGN_COLUMN' : 'SIGNED'
  const { signs, ...rest } = format
  return {
    ...rest,
    columns,
    amounts,
    ...(amounts === 'SIGN_COLUMN' ? { signs: signs ?? { debit: ['D'], credit: ['C'] } } : {}),
    ...(fields.includes('status') ? {} : { statuses: {} }),
  } as T
}
