import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { Alert, Button, Empty, Input, Select, Switch } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { permissionMatrix, savePermissionMatrix } from '#core/iam/contract/access/permissions.ts'
import { matchesText } from '#kernel/text.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { titleOf, useLabels, useShellText } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { MatrixDiff } from './matrix-diff.tsx'
import { MatrixGrid } from './matrix-grid.tsx'
import { cellKey, diffOf, grantsOf, linesOf, type Matrix, type Pending, rebased, toggled } from './matrix-model.ts'
import '../access.css'
import './matrix.css'
import { words } from '../words.ts'

/** Permissions of all roles at once: boxes are turned over here, seen as a difference, and saved together. */
export default function MatrixScreen() {
  const query = useContractQuery(permissionMatrix, {}, { staleTime: 60_000, quiet: true })
  return query.data ? <MatrixWork matrix={query.data} /> : <Waiting query={query} />
}

function MatrixWork({ matrix }: { matrix: Matrix }) {
  const title = titleOf(useScreen())
  const labels = useLabels(words)
  const may = usePermission(savePermissionMatrix.permission)
  const [stored, setPending] = useState<Pending>(new Map())
  const [application, setApplication] = useState<string | undefined>()
  const [text, setText] = useState('')
  const [roleText, setRoleText] = useState('')
  const [changedOnly, setChangedOnly] = useState(false)
  const [saving, setSaving] = useState(false)
  const kept = useMemo(() => grantsOf(matrix), [matrix])
  const pending = useMemo(() => rebased(stored, matrix), [stored, matrix])
  const common = labels.text('common')
  const lines = useMemo(() => linesOf(matrix, pending, { application, text, changedOnly }, common), [matrix, pending, application, text, changedOnly, common])
  const changedRoles = useMemo(() => new Set([...pending.keys()].map((key) => key.slice(0, key.indexOf(':')))), [pending])
  const roles = useMemo(
    () => matrix.roles.filter((role) => matchesText(`${role.name} ${role.code}`, roleText) && (!changedOnly || changedRoles.has(role.id))),
    [matrix.roles, roleText, changedOnly, changedRoles],
  )
  useLeaveWarning(pending.size > 0)
  const page = useRef<HTMLDivElement>(null)
  const saved = useRef(false)
  useEffect(() => {
    // The button that opened what was saved has nothing left to do.
    if (saved.current && !saving) page.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()
    saved.current = false
  }, [saving])
  return (
    <div className="access-matrix-page" ref={page}>
      <MatrixBar
        matrix={matrix}
        may={may}
        application={application}
        onApplication={setApplication}
        onText={setText}
        onRoleText={setRoleText}
        changedOnly={changedOnly}
        onChangedOnly={setChangedOnly}
      />
      {lines.length === 0 || roles.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={labels.text('matrixEmpty')} />
      ) : (
        <MatrixGrid
          label={title}
          roles={roles}
          lines={lines}
          kept={kept}
          pending={pending}
          readOnly={!may}
          onToggle={(roleId, permissionId) => setPending((old) => toggled(rebased(old, matrix), kept, roleId, permissionId))}
        />
      )}
      <div className="access-save">
        <span className="access-matrix-legend">
          <span className="access-key access-on" /> {labels.text('legendGiven')}
          {may && (
            <>
              <span className="access-key access-on access-changed" /> {labels.text('legendAdded')}
              <span className="access-key access-changed" /> {labels.text('legendRemoved')}
            </>
          )}
        </span>
        {may && (
          <>
            <span aria-live="polite">{labels.text('matrixPending', { count: pending.size, roles: changedRoles.size })}</span>
            <Button disabled={pending.size === 0} onClick={() => setPending(new Map())}>
              {labels.action('undoAll')}
            </Button>
            <Button type="primary" disabled={pending.size === 0} onClick={() => setSaving(true)}>
              {labels.action('review')}
            </Button>
          </>
        )}
      </div>
      {saving && (
        <MatrixDiff
          diff={diffOf(pending, matrix)}
          onUndo={(roleId, permissionId) => setPending((old) => without(old, cellKey(roleId, permissionId)))}
          onSaved={() => {
            setPending(new Map())
            saved.current = true
            setSaving(false)
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

function without(pending: Pending, key: string): Pending {
  const next = new Map(pending)
  next.delete(key)
  return next
}

interface BarProps {
  matrix: Matrix
  may: boolean
  application: string | undefined
  onApplication: (code: string | undefined) => void
  onText: (text: string) => void
  onRoleText: (text: string) => void
  changedOnly: boolean
  onChangedOnly: (only: boolean) => void
}

function MatrixBar({ matrix, may, application, onApplication, onText, onRoleText, changedOnly, onChangedOnly }: BarProps) {
  const labels = useLabels(words)
  const t = useShellText()
  const clearable = useClearable()
  return (
    <>
      {matrix.roles.length === 0 && <Alert type="info" showIcon title={labels.text('matrixNoRoles')} />}
      <div className="access-matrix-bar">
        <Select
          allowClear={clearable}
          aria-label={labels.text('application')}
          placeholder={`${labels.text('application')}: ${t('common.all')}`}
          value={application}
          onChange={onApplication}
          options={matrix.applications.map(({ code, name }) => ({ value: code, label: name }))}
          showSearch={{ filterOption: (typed, option) => matchesText(`${option?.label ?? ''} ${option?.value ?? ''}`, typed) }}
        />
        <Input
          prefix={<SearchOutlined />}
          allowClear={clearable}
          placeholder={labels.text('permissionSearch')}
          aria-label={labels.text('permissionSearch')}
          onChange={(event) => onText(event.target.value)}
        />
        <Input
          prefix={<SearchOutlined />}
          allowClear={clearable}
          placeholder={labels.text('roleSearch')}
          aria-label={labels.text('roleSearch')}
          onChange={(event) => onRoleText(event.target.value)}
        />
        {may && (
          <span className="access-switch">
            <Switch checked={changedOnly} onChange={onChangedOnly} aria-label={labels.text('changedOnly')} />
            <span aria-hidden>{labels.text('changedOnly')}</span>
          </span>
        )}
      </div>
    </>
  )
}

/** The browser asks before a page with boxes turned over is left. */
function useLeaveWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])
}
