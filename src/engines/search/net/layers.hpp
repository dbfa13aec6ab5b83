// The arithmetic of a network's layers: plainly, with the vectors of an x86-64 processor that has AVX2, and with those
// of WebAssembly. All ways give the same to the bit. `fast` is the best of them: chosen by the compiler where the build
// is for such a processor, and when the program runs where it is for any.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "engines/search/net/network.hpp"

namespace crownstar::search::net {

// The sum of the rows of all features of one side's view.
struct alignas(32) Sums {
  Row numbers{};
};

// Which rows come and go with a move.
struct Changes {
  const Row* added = nullptr;
  std::span<const Row* const> removed;
};

// After the first layer's cut: 0 to 127.
struct alignas(32) Inputs {
  std::array<std::uint8_t, 2 * most_hidden> numbers;
};

inline int cut(int number) { return std::clamp(number, 0, one_hidden); }

template <std::size_t Second>
int last_layer(const Phase& part, const std::array<std::int32_t, Second>& sums) {
  std::int32_t total = part.last_bias;
  for (std::size_t nth = 0; nth < Second; ++nth) {
    total += cut((sums[nth] + part.biases[nth]) >> shift_second) * part.last[nth];
  }
  return total;
}

namespace plain {

template <Shape S>
void change(const Sums& from, Sums& to, const Changes& changes) {
  for (std::size_t nth = 0; nth < S.hidden; ++nth) {
    int number = from.numbers[nth] + (*changes.added)[nth];
    for (const Row* row : changes.removed) number -= (*row)[nth];
    to.numbers[nth] = static_cast<std::int16_t>(number);
  }
}

template <Shape S>
int pass(const Phase& part, const Sums& mine, const Sums& theirs) {
  Inputs inputs;
  for (std::size_t nth = 0; nth < S.hidden; ++nth) {
    inputs.numbers[nth] = static_cast<std::uint8_t>(cut(mine.numbers[nth]));
    inputs.numbers[S.hidden + nth] = static_cast<std::uint8_t>(cut(theirs.numbers[nth]));
  }
  std::array<std::int32_t, S.second> sums{};
  for (std::size_t row = 0; row < S.second; ++row) {
    for (std::size_t nth = 0; nth < 2 * S.hidden; ++nth) {
      sums[row] += inputs.numbers[nth] * part.weights[row][nth];
    }
  }
  return last_layer(part, sums);
}

}  // namespace plain

#if defined(__x86_64__)

// A function that may use AVX2 in a build for any processor. It is not inlined into one that may not.
#define CROWNSTAR_AVX2 __attribute__((target("avx2")))

namespace avx2 {

inline constexpr std::size_t lanes = 16;

CROWNSTAR_AVX2 inline __m256i load(const void* place) { return _mm256_load_si256(static_cast<const __m256i*>(place)); }

template <Shape S>
CROWNSTAR_AVX2 void change(const Sums& from, Sums& to, const Changes& changes) {
  for (std::size_t nth = 0; nth < S.hidden; nth += lanes) {
    __m256i number = _mm256_add_epi16(load(&from.numbers[nth]), load(&(*changes.added)[nth]));
    for (const Row* row : changes.removed) number = _mm256_sub_epi16(number, load(&(*row)[nth]));
    _mm256_store_si256(reinterpret_cast<__m256i*>(&to.numbers[nth]), number);
  }
}

// Thirty-two numbers, cut and narrowed. Packing works on halves of a register, so quarters are put back in order.
template <Shape S>
CROWNSTAR_AVX2 void shorten(const Sums& sums, std::uint8_t* to) {
  for (std::size_t nth = 0; nth < S.hidden; nth += 2 * lanes) {
    const __m256i both = _mm256_packs_epi16(load(&sums.numbers[nth]), load(&sums.numbers[nth + lanes]));
    const __m256i cut = _mm256_permute4x64_epi64(_mm256_max_epi8(both, _mm256_setzero_si256()), 0b11'01'10'00);
    _mm256_store_si256(reinterpret_cast<__m256i*>(to + nth), cut);
  }
}

// Eight of the second numbers, cut and weighted, in pairs of which the upper is nothing.
CROWNSTAR_AVX2 inline __m256i weighted(const Phase& part, std::size_t nth, __m256i sums) {
  const __m256i shifted = _mm256_srai_epi32(_mm256_add_epi32(sums, load(&part.biases[nth])), shift_second);
  const __m256i cut =
      _mm256_min_epi32(_mm256_max_epi32(shifted, _mm256_setzero_si256()), _mm256_set1_epi32(one_hidden));
  return _mm256_madd_epi16(cut, load(&part.last[nth]));
}

// Four inputs against the next eight rows' weights. 127 · 127 twice still fits sixteen bits.
CROWNSTAR_AVX2 inline __m256i products(__m256i four_inputs, const std::int8_t* weights) {
  const __m256i pairs = _mm256_maddubs_epi16(four_inputs, load(weights));
  return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

template <Shape S>
CROWNSTAR_AVX2 int pass(const Phase& part, const Sums& mine, const Sums& theirs) {
  Inputs inputs;
  shorten<S>(mine, inputs.numbers.data());
  shorten<S>(theirs, inputs.numbers.data() + S.hidden);
  __m256i low = _mm256_setzero_si256();
  __m256i high = _mm256_setzero_si256();
  const std::int8_t* weights = part.by_fours.data();
  for (std::size_t four = 0; four < 2 * S.hidden; four += 4) {
    std::int32_t four_inputs = 0;
    std::memcpy(&four_inputs, &inputs.numbers[four], sizeof(four_inputs));
    const __m256i each = _mm256_set1_epi32(four_inputs);
    low = _mm256_add_epi32(low, products(each, weights));
    if constexpr (S.second == 16) high = _mm256_add_epi32(high, products(each, weights + 32));
    weights += 4 * S.second;
  }
  __m256i total = weighted(part, 0, low);
  if constexpr (S.second == 16) total = _mm256_add_epi32(total, weighted(part, 8, high));
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b01'00'11'10));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0b10'11'00'01));
  return part.last_bias + _mm_cvtsi128_si32(half);
}

}  // namespace avx2

#if defined(__AVX2__)
namespace fast = avx2;
#else

inline const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;

namespace fast {

template <Shape S>
void change(const Sums& from, Sums& to, const Changes& changes) {
  has_avx2 ? avx2::change<S>(from, to, changes) : plain::change<S>(from, to, changes);
}

template <Shape S>
int pass(const Phase& part, const Sums& mine, const Sums& theirs) {
  return has_avx2 ? avx2::pass<S>(part, mine, theirs) : plain::pass<S>(part, mine, theirs);
}

}  // namespace fast
#endif

#elif defined(__wasm_simd128__)

namespace fast {

inline constexpr std::size_t lanes = 8;

template <Shape S>
void change(const Sums& from, Sums& to, const Changes& changes) {
  for (std::size_t nth = 0; nth < S.hidden; nth += lanes) {
    v128_t number = wasm_i16x8_add(wasm_v128_load(&from.numbers[nth]), wasm_v128_load(&(*changes.added)[nth]));
    for (const Row* row : changes.removed) number = wasm_i16x8_sub(number, wasm_v128_load(&(*row)[nth]));
    wasm_v128_store(&to.numbers[nth], number);
  }
}

inline v128_t cut_lanes(const Sums& sums, std::size_t nth) {
  const v128_t number = wasm_i16x8_max(wasm_v128_load(&sums.numbers[nth]), wasm_i16x8_splat(0));
  return wasm_i16x8_min(number, wasm_i16x8_splat(one_hidden));
}

template <Shape S>
int pass(const Phase& part, const Sums& mine, const Sums& theirs) {
  std::array<v128_t, 2 * S.hidden / lanes> inputs;
  for (std::size_t block = 0; block < S.hidden / lanes; ++block) {
    inputs[block] = cut_lanes(mine, block * lanes);
    inputs[S.hidden / lanes + block] = cut_lanes(theirs, block * lanes);
  }
  std::array<std::int32_t, S.second> sums;
  for (std::size_t row = 0; row < S.second; ++row) {
    v128_t total = wasm_i32x4_splat(0);
    for (std::size_t block = 0; block < inputs.size(); ++block) {
      const v128_t weights = wasm_i16x8_load8x8(&part.weights[row][block * lanes]);
      total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(inputs[block], weights));
    }
    sums[row] = wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) +
                wasm_i32x4_extract_lane(total, 2) + wasm_i32x4_extract_lane(total, 3);
  }
  return last_layer(part, sums);
}

}  // namespace fast

#else
namespace fast = plain;
#endif

}  // namespace crownstar::search::net
