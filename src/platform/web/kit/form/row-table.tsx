import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button, Form, Pagination } from 'antd'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { z } from 'zod'
import type { LabelName } from '#kernel/labels.ts'
import { useNames, useShellText } from '../../i18n.ts'
import { usePageItems } from '../list/page-items.tsx'
import { IconButton } from '../value/icon-button.tsx'
import { AmountInWords } from './amount-in-words.tsx'
import { isAmount } from './checked-item.tsx'
import { inputOf } from './field.tsx'
import { isNeeded, TRIGGERS, useMissing } from './field-rules.ts'
import { useFormFacts } from './form-facts.ts'
import { fieldRule, usePatientRules } from './form-rules.ts'
import { element, unwrapped } from './schema.ts'
import './row-table.css'

/** A field of the rows: its input follows from its kind, or is one's own; `check` stands in the place of the schema where it knows better. */
type Column = string | { field: string; input?: ReactElement; check?: (value: unknown) => string | undefined }

interface Props {
  /** The field of the command that holds the rows. */
  name: string
  title: string
  /** Where the words of their fields stand: 'masterdata.listEntry'. */
  entity: LabelName
  columns: readonly Column[]
  /** What a new row starts with, behind so many others. */
  start?: (rows: number) => Readonly<Record<string, unknown>>
  /** The person puts them into an order. */
  ordered?: boolean
}

const PAGE = 50

/** The rows of a record, to type in: as many as the contract takes, each field checked by its schema, fifty at a time. */
export function RowTable({ name, title, entity, columns, start = () => ({}), ordered = false }: Props) {
  const t = useShellText()
  const names = useNames(entity)
  const items = usePageItems()
  const patient = usePatientRules()
  const missing = useMissing()
  const { shape: command, showRows } = useFormFacts()
  const rows = command[name] ?? z.unknown()
  const { minimum, maximum } = boundsOf(rows)
  const shape = (element(rows) as z.ZodObject).shape as Record<string, z.ZodType>
  const [page, setPage] = useState(1)
  useEffect(() => showRows(name, { shape, label: (field) => names.field(entity, field) }), [showRows, name, shape, names, entity])
  const places = columns.map((column) => {
    const { field, input, check } = typeof column === 'string' ? { field: column } : column
    const schema = shape[field] ?? z.unknown()
    const label = names.field(entity, field)
    const needed = isNeeded(schema)
    return {
      field,
      label,
      needed,
      amount: isAmount(schema),
      rule: fieldRule(schema, needed ? missing(label, schema) : undefined, check),
      input: (input ?? inputOf(schema, true)) as ReactElement<object>,
    }
  })
  return (
    <Form.List name={name}>
      {(fields, { add, remove, move }) => (
        <section className="bt-rows" aria-label={title}>
          <header>
            <h3>
              {title} ({fields.length})
            </h3>
            <Button
              icon={<PlusOutlined />}
              disabled={fields.length >= maximum}
              onClick={() => {
                add(start(fields.length))
                setPage(Math.ceil((fields.length + 1) / PAGE))
              }}
            >
              {t('form.addRow')}
            </Button>
          </header>
          {fields.length === 0 ? (
            <p className="bt-none">{t('form.noRows')}</p>
          ) : (
            <RowAmounts name={name}>
              <div className="bt-rows-scroll">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">#</th>
                      {places.map(({ field, label, needed }) => (
                        <th key={field} scope="col" className={needed ? 'bt-rows-needed' : undefined}>
                          {label}
                        </th>
                      ))}
                      <th aria-label={t('form.rowActions')} />
                    </tr>
                  </thead>
                  <tbody>
                    {fields.map(({ key, name: index }, at) => (
                      // Rows of other pages stay in the form, unseen.
                      <tr key={key} hidden={Math.floor(at / PAGE) + 1 !== page}>
                        <td className="bt-num">{at + 1}</td>
                        {places.map(({ field, label, amount, rule, input }) => (
                          <td key={field} {...(amount ? { 'data-amount': `${index}.${field}` } : {})}>
                            <Form.Item name={[index, field]} rules={[patient([name, index, field], rule)]} validateTrigger={TRIGGERS}>
                              {cloneElement(input, { 'aria-label': `${label} ${at + 1}` } as object)}
                            </Form.Item>
                          </td>
                        ))}
                        <td className="bt-rows-actions">
                          {ordered && (
                            <>
                              <IconButton
                                icon={<ArrowUpOutlined />}
                                label={t('form.moveUp', { row: at + 1 })}
                                disabled={at === 0}
                                onClick={() => move(at, at - 1)}
                              />
                              <IconButton
                                icon={<ArrowDownOutlined />}
                                label={t('form.moveDown', { row: at + 1 })}
                                disabled={at === fields.length - 1}
                                onClick={() => move(at, at + 1)}
                              />
                            </>
                          )}
                          <IconButton
                            danger
                            icon={<DeleteOutlined />}
                            label={t('form.removeRow', { row: at + 1 })}
                            disabled={fields.length <= minimum}
                            onClick={() => {
                              remove(index)
                              setPage(Math.min(page, Math.max(1, Math.ceil((fields.length - 1) / PAGE))))
                            }}
                          />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </RowAmounts>
          )}
          {fields.length > PAGE && (
            <Pagination size="small" current={page} pageSize={PAGE} total={fields.length} itemRender={items} showSizeChanger={false} onChange={setPage} />
          )}
        </section>
      )}
    </Form.List>
  )
}

/** Around the rows: the amount that is being typed stands in words below them, where there is a line for it. */
function RowAmounts({ name, children }: { name: string; children: ReactNode }) {
  const [place, setPlace] = useState<string>()
  const [row, field = ''] = place?.split('.') ?? []
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears which of the fields inside it has the focus
    <div onFocus={({ target }) => setPlace(target.closest<HTMLElement>('[data-amount]')?.dataset.amount)}>
      {children}
      <div className="bt-amount-words">{place && <AmountInWords key={place} name={[name, Number(row), field]} />}</div>
    </div>
  )
}

/** How many rows there must be, and may be. */
function boundsOf(schema: z.ZodType): { minimum: number; maximum: number } {
  const checks = unwrapped(schema)._zod.def.checks?.map((one) => one._zod.def as { minimum?: number; maximum?: number }) ?? []
  return {
    minimum: Math.max(0, ...checks.flatMap(({ minimum }) => minimum ?? [])),
    maximum: Math.min(Number.POSITIVE_INFINITY, ...checks.flatMap(({ maximum }) => maximum ?? [])),
  }
}
