import { expect, test } from 'vitest'
import { textOfHtml } from './text-of-html.ts'

test.each([
  ['<p>One</p><p>Two &amp; three</p>', 'One\nTwo & three'],
  ['a<br>b<br/>c', 'a\nb\nc'],
  ['<head><title>T</title></head><body>  x \n y  </body>', 'x y'],
  ['<script>alert(1)</script>a<style>b{}</style>', 'a'],
  ['&lt;b&gt; &#233;&#xe9; &unknown; &#99999999; &#0;', '<b> éé &unknown; &#99999999; &#0;'],
  ['a < b and c > d', 'a < b and c > d'],
  ['<!-- <p>no</p> -->yes', 'yes'],
  ['<tr><td>1</td><td>2</td></tr>', '1 2'],
])('%j is read as %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text)
})
