import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/PlusOutlined'
import { Button, Form, Input, Pagination } from 'antd'
import { useState } from 'react'
import { MAX_ENTRIES, updateGlobalList } from '#core/masterdata/contract/lists/global-list.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { contractRule } from '#platform/web/kit/form/form-rules.ts'
import { StatusSwitch } from '#platform/web/kit/form/status-switch.tsx'
import '#platform/web/kit/detail/browse.css'
import './list-entries.css'
import { words } from '../words.ts'

const PAGE = 50

const { key: keyRule, value: valueRule } = updateGlobalList.input.shape.entries.element.shape
const FIELDS = [
  { name: 'key', rule: keyRule, needed: true },
  { name: 'value', rule: valueRule, needed: true },
  { name: 'valueEn', needed: false },
  { name: 'description', needed: false },
] as const

/** The entries of a list in their order, fifty at a time; the order is changed with the arrows. */
export function ListEntries() {
  const labels = useLabels(words)
  const [page, setPage] = useState(1)
  return (
    <Form.List name="entries">
      {(fields, { add, remove, move }) => (
        <section className="bt-rows" aria-label={labels.text('listEntries', { count: fields.length })}>
          <header>
            <h3>{labels.text('listEntries', { count: fields.length })}</h3>
            <Button
              icon={<PlusOutlined />}
              disabled={fields.length >= MAX_ENTRIES}
              onClick={() => {
                add({ status: 'ACTIVE' })
                setPage(Math.ceil((fields.length + 1) / PAGE))
              }}
            >
              {labels.action('addEntry')}
            </Button>
          </header>
          {fields.length === 0 ? (
            <p className="bt-none">{labels.text('listNoEntries')}</p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">#</th>
                  {FIELDS.map(({ name, needed }) => (
                    <th key={name} scope="col" className={needed ? 'list-needed' : undefined}>
                      {labels.field('listEntry', name)}
                    </th>
                  ))}
                  <th scope="col">{labels.enumValue('masterdata.status', 'ACTIVE')}</th>
                  <th aria-label={labels.text('order')} />
                </tr>
              </thead>
              <tbody>
                {fields.map((field, at) => (
                  // Rows of other pages stay in the form, unseen.
                  <tr key={field.key} hidden={Math.floor(at / PAGE) + 1 !== page}>
                    <td className="bt-num">{at + 1}</td>
                    {FIELDS.map(({ name, ...rest }) => (
                      <td key={name}>
                        <Form.Item name={[field.name, name]} rules={'rule' in rest ? [contractRule(rest.rule)] : []}>
                          <Input
                            aria-label={`${labels.field('listEntry', name)} ${at + 1}`}
                            autoComplete="off"
                            {...(name === 'key' ? { className: 'bt-num', spellCheck: false } : {})}
                          />
                        </Form.Item>
                      </td>
                    ))}
                    <td>
                      <Form.Item name={[field.name, 'status']}>
                        <StatusSwitch size="small" aria-label={`${labels.field('listEntry', 'status')} ${at + 1}`} />
                      </Form.Item>
                    </td>
                    <td className="list-entry-actions">
                      <Button
                        type="text"
                        size="small"
                        icon={<ArrowUpOutlined />}
                        disabled={at === 0}
                        aria-label={labels.action('moveUp', { row: at + 1 })}
                        onClick={() => move(at, at - 1)}
                      />
                      <Button
                        type="text"
                        size="small"
                        icon={<ArrowDownOutlined />}
                        disabled={at === fields.length - 1}
                        aria-label={labels.action('moveDown', { row: at + 1 })}
                        onClick={() => move(at, at + 1)}
                      />
                      <Button
                        type="text"
                        size="small"
                        danger
                        icon={<DeleteOutlined />}
                        aria-label={labels.action('removeEntry', { row: at + 1 })}
                        onClick={() => remove(field.name)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {fields.length > PAGE && <Pagination size="small" current={page} pageSize={PAGE} total={fields.length} showSizeChanger={false} onChange={setPage} />}
        </section>
      )}
    </Form.List>
  )
}
