import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ensureLabels, useShellText } from '../../i18n.ts'
import { useMenu } from '../menu/use-menu.ts'
import { useRecent } from '../preferences/preferences.ts'
import { screenEntries } from '../preferences/setup.ts'
import { findScreen } from '../routing/routing.ts'
import { type Command, matching } from './command-match.ts'
import { actionCommands, otherModules, otherScreenCommands, recentCommands, recordGroups, screenCommands } from './commands.ts'
import { SHORTCUT } from './shortcut.ts'
import { type RecordSearch, useRecordSearch } from './use-record-search.ts'
import './command-palette.css'

const SCREENS_AT_FIRST = 8

interface Group {
  title: string
  commands: readonly Command[]
}

/** What is offered for a text: recent places first while nothing is typed, records as the server finds them. */
function useGroups(text: string, { records }: RecordSearch): Group[] {
  const t = useShellText()
  const menu = useMenu()
  const places = useRecent((state) => state.places)
  useEffect(() => {
    const modules = [...otherModules(), ...places.flatMap(({ address }) => findScreen(screenEntries(), address)?.module ?? [])]
    // Without an answer the names of their applications stand.
    ensureLabels(modules).catch(() => undefined)
  }, [places])
  const typed = text.trim() !== ''
  const groups = [
    ...(typed ? [] : [{ title: t('palette.recent'), commands: recentCommands(places) }]),
    { title: t('palette.screens'), commands: matching(screenCommands(menu), text, typed ? undefined : SCREENS_AT_FIRST) },
    ...recordGroups(records),
    { title: t('palette.actions'), commands: matching(actionCommands(), text) },
    // While nothing is typed the screens of this application are enough to read.
    { title: t('palette.otherScreens'), commands: typed ? matching(otherScreenCommands(), text) : [] },
  ]
  return groups.filter(({ commands }) => commands.length > 0)
}

const optionId = (id: string, group: string, { key }: Command) => `${id}-${group}-${key}`

function Options({ groups, at, id, onRun }: { groups: readonly Group[]; at: string | undefined; id: string; onRun: (command: Command) => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (at) ref.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={ref} role="presentation">
      {groups.map(({ title, commands }) => (
        <div key={title} role="presentation">
          <div className="bt-palette-group" role="presentation">
            {title}
          </div>
          {commands.map((command) => (
            <button
              key={command.key}
              type="button"
              id={optionId(id, title, command)}
              role="option"
              aria-selected={optionId(id, title, command) === at}
              tabIndex={-1}
              className="bt-palette-option"
              // The keyboard stays in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRun(command)}
            >
              <span>{command.title}</span>
              {command.hint && <small>{command.hint}</small>}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

/** What is going on with the records, as far as the person has to know. */
function SearchNote({ search: { state, retry }, empty }: { search: RecordSearch; empty: boolean }) {
  const t = useShellText()
  if (state === 'failed') {
    return (
      <div className="bt-palette-note" role="alert">
        {t('palette.failed')}
        <button type="button" className="bt-button" onClick={retry}>
          {t('common.retry')}
        </button>
      </div>
    )
  }
  const text = state === 'busy' ? t('palette.searching') : empty ? t('palette.nothing') : ''
  return (
    <div className={text ? 'bt-palette-note' : 'bt-visually-hidden'} role="status">
      {text}
    </div>
  )
}

/** The keys, for who has not found them yet. */
function Keys() {
  const t = useShellText()
  return (
    <div className="bt-palette-keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.keys.choose')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('palette.keys.open')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('palette.keys.close')}
      </span>
      <span>
        <kbd>{SHORTCUT}</kbd> {t('palette.keys.anywhere')}
      </span>
    </div>
  )
}

function Palette({ typed, onClose }: { typed: string; onClose: () => void }) {
  const t = useShellText()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [text, setText] = useState(typed)
  const search = useRecordSearch(text)
  const groups = useGroups(text, search)
  const all = groups.flatMap(({ title, commands }) => commands.map((command) => ({ command, id: optionId(id, title, command) })))
  const [place, setPlace] = useState(0)
  const at = all[Math.min(place, all.length - 1)]
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While a Vietnamese input method is composing, Enter ends the word.
    if (event.nativeEvent.isComposing) return
    const here = Math.min(place, all.length - 1)
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, PageDown: Math.min(here + 8, all.length - 1), PageUp: Math.max(here - 8, 0) }[event.key]
    if (next !== undefined && all.length > 0) {
      event.preventDefault()
      setPlace((next + all.length) % all.length)
    }
    if (event.key === 'Enter' && at) {
      event.preventDefault()
      run(at.command)
    }
  }
  return (
    <>
      <div className="bt-palette-field">
        <SearchOutlined />
        <input
          ref={field}
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={at?.id}
          aria-label={t('palette.label')}
          placeholder={t('palette.placeholder')}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setPlace(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('palette.label')} className="bt-palette-list" tabIndex={-1}>
        <Options groups={groups} at={at?.id} id={id} onRun={run} />
      </div>
      <SearchNote search={search} empty={all.length === 0} />
      <Keys />
    </>
  )
}

interface Props {
  open: boolean
  /** What was typed before this script had come. */
  typed: string
  onClose: () => void
}

/** Everything by its name: screens, records by code, actions. The keyboard alone is enough. */
export default function CommandPalette({ open, typed, onClose }: Props) {
  const t = useShellText()
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={<span className="bt-visually-hidden">{t('palette.label')}</span>}
      footer={null}
      closable={false}
      width={640}
      style={{ top: 72 }}
      className="bt-palette"
      destroyOnHidden
    >
      <Palette typed={typed} onClose={onClose} />
    </Modal>
  )
}
