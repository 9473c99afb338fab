/**
 * The default transcript of source videos: Lincoln's Gettysburg Address (the Bliss copy of 1863, in the public domain)
 * as WebVTT, just over two minutes. The times are from a synthetic reading at 133 words per minute; a pause of 2 s or
 * more ends a paragraph.
 */
export const gettysburgAddress: string = `WEBVTT
00:00.500 --> 00:02.880 Four score and seven years ago
00:02.880 --> 00:05.793 our fathers brought forth on this continent,
00:05.993 --> 00:08.988 a new nation, conceived in Liberty,
00:09.188 --> 00:12.059 and dedicated to the proposition
00:12.059 --> 00:14.439 that all men are created equal.
00:16.639 --> 00:20.208 Now we are engaged in a great civil war,
00:20.408 --> 00:22.337 testing whether that nation,
00:22.537 --> 00:26.598 or any nation so conceived and so dedicated,
00:26.798 --> 00:27.988 can long endure.
00:28.588 --> 00:31.296 We are met on a great battle-field
00:31.296 --> 00:32.281 of that war.
00:32.881 --> 00:34.932 We have come to dedicate
00:34.932 --> 00:36.778 a portion of that field,
00:36.978 --> 00:39.030 as a final resting place
00:39.030 --> 00:41.532 for those who here gave their lives
00:41.532 --> 00:43.378 that that nation might live.
00:43.978 --> 00:46.973 It is altogether fitting and proper
00:46.973 --> 00:48.615 that we should do this.
00:50.815 --> 00:52.661 But, in a larger sense,
00:52.861 --> 00:54.584 we can not dedicate—
00:54.784 --> 00:56.507 we can not consecrate—
00:56.707 --> 00:58.225 we can not hallow—
00:58.425 --> 00:59.081 this ground.
00:59.681 --> 01:01.856 The brave men, living and dead,
01:02.056 --> 01:04.846 who struggled here, have consecrated it,
01:05.046 --> 01:07.097 far above our poor power
01:07.097 --> 01:08.615 to add or detract.
01:09.215 --> 01:10.856 The world will little note,
01:11.056 --> 01:13.764 nor long remember what we say here,
01:13.964 --> 01:16.015 but it can never forget
01:16.015 --> 01:17.328 what they did here.
01:17.928 --> 01:20.636 It is for us the living, rather,
01:20.836 --> 01:24.693 to be dedicated here to the unfinished work
01:24.693 --> 01:26.334 which they who fought here
01:26.334 --> 01:28.918 have thus far so nobly advanced.
01:29.518 --> 01:31.365 It is rather for us
01:31.365 --> 01:34.606 to be here dedicated to the great task
01:34.606 --> 01:36.206 remaining before us—
01:36.406 --> 01:38.457 that from these honored dead
01:38.457 --> 01:41.575 we take increased devotion to that cause
01:41.575 --> 01:42.888 for which they gave
01:42.888 --> 01:45.473 the last full measure of devotion—
01:45.673 --> 01:47.724 that we here highly resolve
01:47.724 --> 01:50.678 that these dead shall not have died in vain—
01:50.878 --> 01:52.930 that this nation, under God,
01:53.130 --> 01:55.632 shall have a new birth of freedom—
01:55.832 --> 01:58.212 and that government of the people,
01:58.412 --> 02:00.381 by the people, for the people,
02:00.581 --> 02:02.756 shall not perish from the earth.
`
  // WebVTT has the text of a cue on a line of its own, and an empty line between cues.
  .replace(/^(\S+ --> \S+) /gm, '\n$1\n');
