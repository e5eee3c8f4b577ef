import { useEffect, useRef } from 'react'
import { useLabels } from '#platform/web/i18n.ts'
import { FieldTable } from '#platform/web/kit/detail/field-table.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { TracedRecord } from '../contract/trace.ts'
import { words } from './words.ts'

/** Records with what they are and where they stand; to be chosen, or as links to their own screens. */
export function Records({ records, onChoose }: { records: readonly TracedRecord[]; onChoose?: (record: TracedRecord) => void }) {
  const labels = useLabels(words)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (onChoose) place.current?.querySelector('button')?.focus()
  }, [onChoose])
  return (
    <div ref={place}>
      <FieldTable
        entity="trace.record"
        schema={TracedRecord}
        rows={records}
        rowKey={({ type, id }) => `${type} ${id}`}
        fields={[
          'at',
          'typeName',
          { field: 'code', render: (record) => <Code record={record} {...(onChoose ? { onChoose } : {})} /> },
          {
            field: 'status',
            render: ({ status, visible }) => (status ? <StatusTag {...status} /> : <span className="bt-none">{visible ? '—' : labels.text('outside')}</span>),
          },
          'amount',
        ]}
      />
    </div>
  )
}

function Code({ record, onChoose }: { record: TracedRecord; onChoose?: (record: TracedRecord) => void }) {
  const { code, path } = record
  if (onChoose) {
    return (
      <button type="button" className="trace-choice bt-num" onClick={() => onChoose(record)}>
        {code}
      </button>
    )
  }
  return path ? (
    <PageLink to={path} className="bt-num">
      {code}
    </PageLink>
  ) : (
    <span className="bt-num">{code}</span>
  )
}
