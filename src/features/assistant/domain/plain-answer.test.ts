import { describe, expect, it } from 'vitest'
import { plainAnswer } from './plain-answer.ts'

describe('what a provider wrote, as text', () => {
  it.each([
    'https://evil.example/steal?d=1',
    'http://127.0.0.1:8080/steal',
    '//evil.example/x',
    '//[2001:db8::1]/x',
    'www.evil.example',
    'evil.example/x',
    'Evil.Example',
    'thief@evil.example',
    'thief@10.0.0.1',
    '10.0.0.1/steal',
    '10.0.0.1',
    '192.168.1.254:8080/a?b=c',
    '[::1]/x',
    '[2001:db8::1]:443/x',
    '2001:db8::1',
    '2001:db8:0:0:0:0:0:1/x',
    'fe80::1%eth0',
    'evil。example',
    'evil．example/x',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'evil｡example',
    'evil[.]example',
    'evil(.)example/x',
    'evil[dot]example',
    'thief[at]evil[.]example',
    'evil.**example**',
    'evil.<b></b>example',
    'evil\u200b.\u200bexample',
    'пример.рф/x',
    'hxxps[:]//evil[.]example',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('no address: %s', (address) => {
    const said = plainAnswer(`See ${address} now`)
    expect(said).toMatch(/^See (?:…|thief…)\S* now$/)
    expect(said).not.toMatch(/evil|example|steal|\d|::|@|\/|alert|html|рф/i)
  })

  it.each([
    ['<img src=x onerror="alert(1)">Hello', 'Hello'],
    ['<<b>script>Hello</script>', 'Hello'],
    ['＜img src=x＞Hello', 'Hello'],
    ['![Hello](https://evil.example/x.png)', 'Hello'],
    ['[Hello](/orders)', 'Hello'],
    ['**Hello** `there`', 'Hello there'],
  ])('no mark-up: %s', (said, plain) => expect(plainAnswer(said)).toBe(plain))

  it.each([
    'Order 10479 comes to $1,234.50, promised for Dec 4, 2025.',
    'Es sind 1.234.567,50 $ und 04.12.2025.',
    'Insgesamt 1.234.567.890,50 $.',
    'From 8:30 to 17:00, or at 08:30:15.',
    'Lot 25H-0417: released. Status: CTS',
    'Le total est de 1 234,50 $ ; il reste 3,5 kg/lot.',
    'Ratio 1:2:3 (a) or (b) [c]',
    'It is done. The next one follows…',
  ])('and all else as it is: %s', (said) => expect(plainAnswer(said)).toBe(said))
})
