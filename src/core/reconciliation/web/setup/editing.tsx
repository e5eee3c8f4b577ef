import { Alert, Button, Form, Tabs } from 'antd'
import { useState } from 'react'
import { auditOf } from '#core/audit/contract/audit.ts'
import { SetupDocument } from '#core/reconciliation/contract/document.ts'
import type { FieldError } from '#kernel/errors.ts'
import { fieldErrors } from '#kernel/validation-texts.ts'
import { ApiError, reasonsOf } from '#platform/web/api/api-error.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { currentLanguage, useLabels, useNames } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { useLeaveQuestion } from '#platform/web/kit/form/leave-question.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { words } from '../words.ts'
import { DocumentDiff } from './document-diff.tsx'
import { DryRunPart } from './dry-run.tsx'
import { FormatPart } from './format-part.tsx'
import { GeneralPart } from './general-part.tsx'
import type { Wrong } from './inputs.tsx'
import { LimitsPart } from './limits-part.tsx'
import { draftOf, inForce, pendingOf, type Revision, type SetupProps } from './parts.ts'
import { Proposals } from './proposals.tsx'
import { RulesPart } from './rules-part.tsx'
import { saidOf } from './said.ts'

const D = 'reconciliation.setups.document'

/** What the configuration says: to be changed by who may, while nothing waits for a second person; to be read otherwise. */
export function Editing(props: SetupProps) {
  const { setup, contracts } = props
  const may = usePermission(contracts.permissions.config)
  const [part, setPart] = useState<Part>('general')
  const pending = pendingOf(setup)
  const shown = pending ?? draftOf(setup) ?? inForce(setup) ?? setup.revisions[0]
  if (!shown) return null
  // What was saved meanwhile begins the form anew, at the part where one stands; a dry run changes nothing of it, and its result stays.
  const key = `${shown.id} ${shown.editedAt}`
  return may && !pending ? <Editor key={key} {...props} shown={shown} part={part} setPart={setPart} /> : <Read shown={shown} />
}

/** The lines of a revision, for who only reads it. */
function Read({ shown }: { shown: Revision }) {
  const labels = useLabels(words)
  const names = useNames(D)
  return (
    <Section title={labels.text('revisionOf', { n: shown.number })}>
      <dl className="bt-fields">
        {saidOf(shown.document, names).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const PARTS = ['general', 'format', 'rules', 'limits', 'diff', 'dryRun', 'proposals'] as const
type Part = (typeof PARTS)[number]

interface EditorProps extends SetupProps {
  shown: Revision
  part: Part
  setPart: (part: Part) => void
}

function Editor({ setup, contracts, shown, part, setPart }: EditorProps) {
  const labels = useLabels(words)
  const now = inForce(setup)
  const [name, setName] = useState(setup.name)
  const [document, setDocument] = useState<SetupDocument>(shown.document)
  const [faults, setFaults] = useState<readonly FieldError[]>([])
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const dirty = name !== setup.name || JSON.stringify(document) !== JSON.stringify(shown.document)
  const { question } = useLeaveQuestion({ isFieldsTouched: () => dirty }, () => undefined)
  const save = useContractCommand(contracts.setups.edit, { invalidates: [auditOf], quiet: true })
  const refuse = (errors: readonly FieldError[]) => {
    setFaults(errors)
    const first = errors[0]?.field.replace(/^document\./, '') ?? ''
    setPart(partOf(first))
  }
  const send = async () => {
    setRefusals([])
    setFaults([])
    const parsed = SetupDocument.safeParse(document)
    if (!parsed.success) return refuse(fieldErrors(parsed.error, currentLanguage()))
    try {
      await save.mutateAsync({ id: setup.id, version: setup.version, name, document: parsed.data })
      notify({ kind: 'success', title: labels.text('draftSaved') })
    } catch (error) {
      if (error instanceof ApiError && error.fields.length > 0) refuse(error.fields)
      setRefusals(reasonsOf(error))
    }
  }
  const wrong: Wrong = (path) => faults.find(({ field }) => `${field.replace(/^document\./, '')}.`.startsWith(`${path}.`))?.message
  const given = { document, onChange: setDocument, wrong }
  const bodies: Record<Part, () => React.ReactNode> = {
    general: () => <GeneralPart {...given} name={name} onName={setName} />,
    format: () => <FormatPart {...given} contracts={contracts} />,
    rules: () => <RulesPart {...given} />,
    limits: () => <LimitsPart {...given} />,
    diff: () => (now ? <DocumentDiff before={now.document} after={document} /> : <p className="bt-none">{labels.text('diffNoneInForce')}</p>),
    dryRun: () => <DryRunPart setup={setup} contracts={contracts} dirty={dirty} />,
    proposals: () => (
      <Proposals
        setup={setup}
        contracts={contracts}
        onTake={(rule) => setDocument({ ...document, rules: [...document.rules, rule] })}
        onTaken={() => setPart('rules')}
      />
    ),
  }
  return (
    <Section
      title={labels.text(draftOf(setup) ? 'draftOf' : 'revisionOf', { n: shown.number })}
      extra={
        <div className="bt-form-buttons">
          {dirty && (
            <Button
              onClick={() => {
                setName(setup.name)
                setDocument(shown.document)
                setFaults([])
              }}
            >
              {labels.text('dropChanges')}
            </Button>
          )}
          <Button type="primary" disabled={!dirty} loading={save.isPending} onClick={() => void send()}>
            {labels.text('saveDraft')}
          </Button>
        </div>
      }
    >
      {question}
      {refusals.map((text) => (
        <Alert key={text} type="error" showIcon title={text} role="alert" className="bt-form-alert" />
      ))}
      {faults.length > 0 && refusals.length === 0 && <Alert type="error" showIcon title={faults[0]?.message} role="alert" className="bt-form-alert" />}
      <Tabs
        activeKey={part}
        onChange={(key) => setPart(key as Part)}
        items={PARTS.map((key) => ({ key, label: key === 'rules' ? `${labels.text('part_rules')} (${document.rules.length})` : labels.text(`part_${key}`) }))}
      />
      <Form layout="vertical" component={false}>
        {bodies[part]()}
      </Form>
    </Section>
  )
}

/** The part that holds a field of the document. */
function partOf(path: string): Part {
  const [field = ''] = path.split('.')
  if (field === 'format') return 'format'
  if (field === 'rules') return 'rules'
  return ['fee', 'expectedDays', 'carryDays', 'writeOffLimit', 'highFrom'].includes(field) ? 'limits' : 'general'
}
