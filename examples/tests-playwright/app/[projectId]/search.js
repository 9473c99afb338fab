'use client';

import { Clipwright } from 'clipwright';
import { useState } from 'react';

// For an internal page only: everyone who opens the page can read the key.
const client = new Clipwright({
  apiKey: 'the-key-of-the-page',
  baseUrl: 'https://video.example.com/api/v1',
  dangerouslyAllowBrowser: true,
});

/** Finds words of a project. The browser calls the service itself, at a fixed address. */
export function Search({ projectId }) {
  const [result, setResult] = useState('');
  const search = async (form) => {
    const words = await client.captions.words.list(projectId, { match_text: String(form.get('word')) });
    setResult(`Found ${words.total}`);
  };
  return (
    <form action={(form) => search(form).catch((error) => setResult(String(error)))}>
      <input name="word" aria-label="Word" />
      <output>{result}</output>
    </form>
  );
}
