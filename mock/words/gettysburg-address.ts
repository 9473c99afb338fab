/**
 * The default transcript of source videos: Lincoln's Gettysburg Address (the Bliss copy of 1863, in the public domain)
 * as WebVTT, just over two minutes. The times are from a synthetic reading at 133 words per minute; a pause of 2 s or
 * more ends a paragraph.
 */
export const gettysburgAddress: string = `WEBVTT

00:00:00.500 --> 00:00:02.880
Four score and seven years ago

00:00:02.880 --> 00:00:05.793
our fathers brought forth on this continent,

00:00:05.993 --> 00:00:08.988
a new nation, conceived in Liberty,

00:00:09.188 --> 00:00:12.059
and dedicated to the proposition

00:00:12.059 --> 00:00:14.439
that all men are created equal.

00:00:16.639 --> 00:00:20.208
Now we are engaged in a great civil war,

00:00:20.408 --> 00:00:22.337
testing whether that nation,

00:00:22.537 --> 00:00:26.598
or any nation so conceived and so dedicated,

00:00:26.798 --> 00:00:27.988
can long endure.

00:00:28.588 --> 00:00:31.296
We are met on a great battle-field

00:00:31.296 --> 00:00:32.281
of that war.

00:00:32.881 --> 00:00:34.932
We have come to dedicate

00:00:34.932 --> 00:00:36.778
a portion of that field,

00:00:36.978 --> 00:00:39.030
as a final resting place

00:00:39.030 --> 00:00:41.532
for those who here gave their lives

00:00:41.532 --> 00:00:43.378
that that nation might live.

00:00:43.978 --> 00:00:46.973
It is altogether fitting and proper

00:00:46.973 --> 00:00:48.615
that we should do this.

00:00:50.815 --> 00:00:52.661
But, in a larger sense,

00:00:52.861 --> 00:00:54.584
we can not dedicate—

00:00:54.784 --> 00:00:56.507
we can not consecrate—

00:00:56.707 --> 00:00:58.225
we can not hallow—

00:00:58.425 --> 00:00:59.081
this ground.

00:00:59.681 --> 00:01:01.856
The brave men, living and dead,

00:01:02.056 --> 00:01:04.846
who struggled here, have consecrated it,

00:01:05.046 --> 00:01:07.097
far above our poor power

00:01:07.097 --> 00:01:08.615
to add or detract.

00:01:09.215 --> 00:01:10.856
The world will little note,

00:01:11.056 --> 00:01:13.764
nor long remember what we say here,

00:01:13.964 --> 00:01:16.015
but it can never forget

00:01:16.015 --> 00:01:17.328
what they did here.

00:01:17.928 --> 00:01:20.636
It is for us the living, rather,

00:01:20.836 --> 00:01:24.693
to be dedicated here to the unfinished work

00:01:24.693 --> 00:01:26.334
which they who fought here

00:01:26.334 --> 00:01:28.918
have thus far so nobly advanced.

00:01:29.518 --> 00:01:31.365
It is rather for us

00:01:31.365 --> 00:01:34.606
to be here dedicated to the great task

00:01:34.606 --> 00:01:36.206
remaining before us—

00:01:36.406 --> 00:01:38.457
that from these honored dead

00:01:38.457 --> 00:01:41.575
we take increased devotion to that cause

00:01:41.575 --> 00:01:42.888
for which they gave

00:01:42.888 --> 00:01:45.473
the last full measure of devotion—

00:01:45.673 --> 00:01:47.724
that we here highly resolve

00:01:47.724 --> 00:01:50.678
that these dead shall not have died in vain—

00:01:50.878 --> 00:01:52.930
that this nation, under God,

00:01:53.130 --> 00:01:55.632
shall have a new birth of freedom—

00:01:55.832 --> 00:01:58.212
and that government of the people,

00:01:58.412 --> 00:02:00.381
by the people, for the people,

00:02:00.581 --> 00:02:02.756
shall not perish from the earth.
`;
