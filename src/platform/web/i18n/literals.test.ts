import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

const SOURCE = path.join(import.meta.dirname, '../../..')

/** What a person reads or a screen reader says. */
const SAID = new Set([
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'title'],
  ...['label', 'placeholder', 'description', 'hint', 'subtitle', 'note', 'error', 'text', 'data-hint'],
])

/** The same in every language: keys as they stand on the keyboards. */
const ALLOWED = new Set(['⌘ K', 'Esc'])

/** The kit as developers look at it; no build has it. */
const FOR_DEVELOPERS = 'app/web/dev/'

type Node = { type: string; [part: string]: unknown }
type Found = { text: string; where: string }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The literals that an expression may come to: those of a condition's branches, of a sum, of a template. */
function literalsOf(node: Node): string[] {
  const of = (...parts: unknown[]) => parts.flatMap((part) => (isNode(part) ? literalsOf(part) : []))
  switch (node.type) {
    case 'JSXText':
    case 'StringLiteral':
      return [String(node.value)]
    case 'TemplateLiteral':
      return (node.quasis as { cooked: string }[])
        .map(({ cooked }) => cooked)
        .concat(of(...(node.expressions as [])))
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsNonNullExpression':
      return of(node.expression)
    case 'ConditionalExpression':
      return of(node.consequent, node.alternate)
    case 'BinaryExpression':
      return ['+', '&&', '||', '??'].includes(node.operator as string)
        ? node.operator === '&&'
          ? of(node.right)
          : of(node.left, node.right)
        : []
    default:
      return []
  }
}

/** Texts of a source file that stand on a screen without being messages. */
function hardCoded(source: string): string[] {
  const found: Found[] = []
  const look = (node: Node, where: string) => {
    for (const text of literalsOf(node))
      if (/\p{L}/u.test(text) && !ALLOWED.has(text.trim())) found.push({ text: text.trim(), where })
  }
  function walk(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const part of Object.values(value)) walk(part)
    if (!isNode(value)) return
    if (value.type === 'JSXElement' || value.type === 'JSXFragment')
      for (const child of value.children as Node[]) look(child, 'text')
    if (value.type === 'JSXAttribute') {
      const { name, value: given } = value as unknown as {
        name: { value?: string; name?: { value: string } }
        value: unknown
      }
      const called = String(name.value ?? '')
      if (SAID.has(called) && isNode(given)) look(given, called)
    }
  }
  walk(parseSync(source, { syntax: 'typescript', tsx: true }).body)
  return found.map(({ text, where }) => `${where}: ${text}`)
}

test('no screen has a text of its own: what is read comes from the messages', () => {
  const files = fs
    .readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.') && !file.startsWith(FOR_DEVELOPERS))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    hardCoded(fs.readFileSync(path.join(SOURCE, file), 'utf8')).map((text) => `${file} ${text}`),
  )
  expect(found).toEqual([])
})

test('a text of its own is found wherever it hides', () => {
  const screen = `const Screen = ({ busy, t, ...rest }: Props) => (
    <Panel title={busy ? 'Working' : t('done')} className="row" aria-label={\`Row \${rest.at}\`} role="list">
      Save {' '} {rest.count} {t('things')} — 12 %
      {busy && 'Please wait'}
      {rest.name ?? ('Nobody' as string)}
      <img alt="A picture" src="x.png" /> <input placeholder="Name" value="x" /> <kbd>Esc</kbd>
      {rest.items.map((item) => <b key={item.id}>Item</b>)}
    </Panel>)`
  expect(hardCoded(screen).toSorted()).toEqual([
    'alt: A picture',
    'aria-label: Row',
    'placeholder: Name',
    'text: Item',
    'text: Nobody',
    'text: Please wait',
    'text: Save',
    'title: Working',
  ])
})
